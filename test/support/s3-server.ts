import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/**
 * What stands between the service and its store. `silent`: requests are taken and never answered. `gone`: connections
 * are closed at once. `cut`: answers end in the middle. `lost`: requests are carried out, their answers get lost.
 */
export type StoreFault = 'none' | 'silent' | 'gone' | 'unavailable' | 'cut' | 'lost'

export interface S3Server {
  /** Of the proxy. */
  endpoint: string
  bucket: string
  fault: StoreFault
  /** How many requests have the fault; the later ones pass. */
  faults: number
  /** Methods and paths that came. */
  requests: string[]
  /** Is waited for before each request that passes, and after it was carried out. */
  watch: (request: string, when: 'before' | 'after') => Promise<void>
  /** What the SDK finds in the environment. */
  variables: Record<string, string>
  close(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const bucket = 'pictures'
  const directory = await mkdtemp(join(tmpdir(), 'commerce-s3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory }
  // For lists it signs /bucket, and the SDK /bucket/. The key must be a known one all the same.
  const store = new S3rver({ ...options, configureBuckets: [{ name: bucket }], allowMismatchedSignatures: true })
  const { port } = await store.run()
  const proxy = createServer((incoming, outgoing) => {
    server.requests.push(`${incoming.method} ${incoming.url}`)
    const fault = server.faults > 0 ? server.fault : 'none'
    if (fault !== 'none') server.faults -= 1
    const watch = (when: 'before' | 'after') => server.watch(`${incoming.method} ${incoming.url}`, when)
    void watch('before').then(() => pass(incoming, outgoing, port, fault, () => watch('after')))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const server: S3Server = {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bucket,
    fault: 'none',
    faults: Number.POSITIVE_INFINITY,
    requests: [],
    watch: async () => {},
    variables: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  return server
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  fault: StoreFault,
  done: () => Promise<void>,
): void {
  if (fault === 'gone') return void incoming.socket.destroy()
  if (fault === 'silent') return void incoming.resume()
  if (fault === 'unavailable') {
    incoming.resume()
    return void outgoing
      .writeHead(503, { 'content-type': 'application/xml' })
      .end('<Error><Code>SlowDown</Code></Error>')
  }
  const { method, url, headers } = incoming
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    if (fault === 'lost') return void answer.resume().on('end', () => incoming.socket.destroy())
    if (fault === 'none')
      return void done().then(() => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.once('data', (bytes: Buffer) => {
      outgoing.write(bytes.subarray(0, bytes.length / 2))
      // Not at once: the reset would overtake what was written.
      setTimeout(() => outgoing.destroy(), 200)
    })
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}

/** Sets variables of this process until `restore`. */
export function withVariables(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
