import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigError } from '#src/config/config.ts'
import { errorBody } from '#src/platform/http/answers/errors.ts'
import { ok } from '#src/platform/http/envelope.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { readMetrics } from './cluster-metrics.ts'
import type { Dependencies } from './dependencies.ts'
import { createReadiness } from './readiness.ts'

export interface Monitor {
  /** Why the process is not ready; undefined once it is. */
  unready: string | undefined
  close(): Promise<void>
}

/**
 * Serves `/metrics` and `/health/*` on METRICS_PORT of METRICS_HOST, else of HOST. Under a supervisor the metrics are
 * those of all processes.
 */
export async function startMonitor(deps: Dependencies, port: number): Promise<Monitor> {
  const { config, metrics, logger } = deps
  const isReady = createReadiness(deps)
  const monitor: Monitor = { unready: 'starting', close }
  const readiness = async () => {
    const fault = monitor.unready ?? (await isReady())
    return fault === undefined ? alive() : refusal(new AppError('SERVICE_UNAVAILABLE', fault))
  }
  const pages: Record<string, () => Promise<Page>> = {
    '/health/live': async () => alive(),
    '/health/ready': readiness,
    '/metrics': async () => ({ status: 200, type: metrics.contentType, text: await readMetrics(metrics) }),
  }
  const server = createServer((request, response) => {
    const page = request.method === 'GET' || request.method === 'HEAD' ? pages[pathOf(request.url)] : undefined
    const made = page?.() ?? Promise.resolve(refusal(new AppError('NOT_FOUND', 'no such page')))
    made.then(send(response), (error) => {
      logger.error({ err: error }, 'monitoring failed')
      send(response)(refusal(new AppError('INTERNAL_ERROR', 'an unexpected error occurred')))
    })
  })
  // Exclusive: processes of one cluster that listen on port 0 share the port they get.
  const host = config.METRICS_HOST ?? config.HOST
  server.listen({ port, host, exclusive: true })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([faultOfAddress(error)])
  })
  const boundPort = (server.address() as AddressInfo).port
  logger.info({ address: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}` }, 'monitoring')
  return monitor

  async function close() {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}

function faultOfAddress({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE' || code === 'EACCES')
    return `METRICS_PORT: ${message}; expected a port that is free (METRICS_PORT=0 takes one)`
  return `METRICS_HOST: ${message}; expected an address of this machine`
}

interface Page {
  status: number
  type: string
  text: string
}

function pathOf(url = ''): string {
  return url.split('?', 1)[0] ?? ''
}

function alive(): Page {
  return json(200, ok({ status: 'ok' }))
}

function refusal(error: AppError): Page {
  return json(error.status, errorBody(error, newId()))
}

function json(status: number, body: unknown): Page {
  return { status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) }
}

function send(response: ServerResponse): (page: Page) => void {
  return ({ status, type, text }) => void response.writeHead(status, { 'content-type': type }).end(text)
}
