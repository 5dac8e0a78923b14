import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '#src/config/config.ts'
import type { App } from '#src/platform/http/app.ts'
import { buildApp } from './build-app.ts'
import type { Dependencies } from './dependencies.ts'

export interface WebServer {
  app: App
  /** Returns http(s)://host:port, with the actual port. */
  listen(): Promise<string>
  /** Finishes running requests and closes idle connections. */
  stop(): Promise<void>
}

/**
 * TCP backlog. Node.js accepts one connection per turn of its loop; clients that overflow the backlog retry after 1 s.
 */
const backlog = 4_096

export async function buildServer(deps: Dependencies): Promise<WebServer> {
  const { config } = deps
  const app = await buildApp(deps, await readTls(deps))
  app.server.maxConnections = config.MAX_CONNECTIONS
  return {
    app,
    listen: () =>
      app.listen({ host: config.HOST, port: config.PORT, backlog }).catch((error) => {
        // Otherwise an unknown host name would be attributed to the database.
        if (error.syscall !== 'getaddrinfo') throw error
        throw new ConfigError([`HOST: ${error.message}; expected an address of this machine`])
      }),
    async stop() {
      await app.close()
    },
  }
}

async function readTls({ config }: Dependencies): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (config.TLS_CERT_FILE === undefined || config.TLS_KEY_FILE === undefined) return undefined
  const faults: string[] = []
  const read = (name: 'TLS_CERT_FILE' | 'TLS_KEY_FILE') =>
    readFile(config[name] ?? '').catch((error: Error) => {
      faults.push(`${name}: ${error.message}; expected a PEM file that this user can read`)
      return undefined
    })
  const [cert, key] = [await read('TLS_CERT_FILE'), await read('TLS_KEY_FILE')]
  if (cert === undefined || key === undefined) throw new ConfigError(faults)
  return checkPair({ cert, key })
}

function checkPair<Pair extends { cert: Buffer; key: Buffer }>(pair: Pair): Pair {
  try {
    createSecureContext(pair)
    return pair
  } catch (error) {
    const fault = `TLS_CERT_FILE and TLS_KEY_FILE: ${(error as Error).message}`
    throw new ConfigError([`${fault}; expected a certificate and its key in PEM`])
  }
}
