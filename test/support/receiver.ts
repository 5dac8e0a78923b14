import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxWaitMs } from './until.ts'

/** A real webhook receiver on a real socket, for tests: it records requests, and answers or fails as configured. */

/** Behaviour of the receiver for a request. */
export type Behaviour =
  | {
      do: 'answer'
      status: number
      body?: string | Buffer
      headers?: Record<string, string>
      afterMs?: number
      /** Answers when this resolves, for requests that must be in progress until the test says so. */
      when?: Promise<unknown>
    }
  | { do: 'redirect'; to: string; status?: number }
  /** Reads the request and never answers. */
  | { do: 'hang' }
  /** Status and headers at once, then one byte after the other, for ever. */
  | { do: 'drip'; status?: number; everyMs?: number }
  /** The headers themselves one line after the other, for ever. */
  | { do: 'slow-headers'; everyMs?: number }
  /** As much as the client accepts, up to `bytes`; `bytesWritten` counts it. */
  | { do: 'flood'; bytes: number; status?: number }
  /** Drops the connection: before any answer, or within one. */
  | { do: 'reset'; within?: 'answer' }

/** One behaviour for all requests, a sequence whose last one stays, or a decision for each request. */
export type Script = Behaviour | readonly Behaviour[] | ((request: ReceivedRequest) => Behaviour)

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** The bytes as they came. */
  body: Buffer
  /** Milliseconds since 1970, when the request had been read. */
  receivedAt: number
  /** The sender's address and port: one port is one connection. */
  remoteAddress: string
  remotePort: number
}

export interface Receiver {
  /** Without a slash at the end. */
  origin: string
  port: number
  requests: ReceivedRequest[]
  /** Connections accepted so far, and those open now. */
  connections(): { accepted: number; open: number }
  /** Handed to the operating system for the client, over all connections. */
  bytesWritten(): number
  /** Behaviour from now on. */
  behave(script: Script): void
  /** Resolves when so many requests have arrived, or the predicate holds; checked at each request. */
  waitFor(
    condition: number | ((requests: readonly ReceivedRequest[]) => boolean),
    timeoutMs?: number,
  ): Promise<readonly ReceivedRequest[]>
  close(): Promise<void>
}

export interface ReceiverOptions {
  /** Speak https, with a certificate that `receiverCertificate` makes trusted. */
  tls?: boolean
  /** Address to listen on. */
  host?: string
  port?: number
}

/** Self-signed, for receiver.test, localhost, 127.0.0.1, 127.0.0.2 and ::1, valid for a hundred years. */
export const receiverCertificate = readFixture('receiver-cert.pem')

/** The key of the certificate. */
export const receiverKey = readFixture('receiver-key.pem')

const fine: Behaviour = { do: 'answer', status: 200, body: 'ok' }

export async function startReceiver(script: Script = fine, options: ReceiverOptions = {}): Promise<Receiver> {
  const { tls = false, host = '127.0.0.1' } = options
  const requests: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  const closed = new AbortController()
  let next = scriptedBehaviour(script)
  let accepted = 0
  let writtenBefore = 0

  const listener: RequestListener = async (request, response) => {
    try {
      const received = await record(request)
      requests.push(received)
      const behaviour = next(received)
      for (const check of waiting) check()
      await perform(behaviour, response, closed.signal)
    } catch {
      // The client may disconnect.
      response.destroy()
    }
  }
  const server = tls
    ? createSecureServer({ key: receiverKey, cert: receiverCertificate }, listener)
    : createServer(listener)
  server.on('connection', (socket: Socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      writtenBefore += socket.bytesWritten
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    origin: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    connections: () => ({ accepted, open: sockets.size }),
    bytesWritten: () => writtenBefore + [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    behave: (script) => {
      next = scriptedBehaviour(script)
    },
    waitFor(condition, timeoutMs = maxWaitMs) {
      const holds = typeof condition === 'number' ? () => requests.length >= condition : () => condition(requests)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`the receiver waited ${timeoutMs} ms in vain; ${requests.length} requests came`))
        }, timeoutMs)
        const check = (): void => {
          if (!holds()) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve([...requests])
        }
        waiting.add(check)
        check()
      })
    },
    async close() {
      closed.abort()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function scriptedBehaviour(script: Script): (request: ReceivedRequest) => Behaviour {
  if (typeof script === 'function') return script
  const steps = Array.isArray(script) ? [...(script as Behaviour[])] : [script as Behaviour]
  return () => (steps.length > 1 ? steps.shift() : steps[0]) ?? fine
}

async function record(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks),
    receivedAt: Date.now(),
    remoteAddress: request.socket.remoteAddress ?? '',
    remotePort: request.socket.remotePort ?? 0,
  }
}

async function perform(behaviour: Behaviour, response: ServerResponse, stop: AbortSignal): Promise<void> {
  switch (behaviour.do) {
    case 'answer':
      if (behaviour.afterMs) await sleep(behaviour.afterMs, undefined, { signal: stop })
      await behaviour.when
      response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? '')
      return
    case 'redirect':
      response.writeHead(behaviour.status ?? 302, { location: behaviour.to }).end()
      return
    case 'hang':
      return
    case 'drip':
      response.writeHead(behaviour.status ?? 200)
      return forever(response, behaviour.everyMs ?? 20, stop, () => response.write('.'))
    case 'slow-headers': {
      const { socket } = response
      socket?.write('HTTP/1.1 200 OK\r\n')
      return forever(response, behaviour.everyMs ?? 20, stop, () => socket?.write('x-more: y\r\n'))
    }
    case 'flood':
      return flood(response, behaviour, stop)
    case 'reset':
      if (behaviour.within === 'answer') {
        response.writeHead(200, { 'content-length': '1000' }).write('the beginning')
        await sleep(20, undefined, { signal: stop })
      }
      response.socket?.resetAndDestroy()
  }
}

async function forever(response: ServerResponse, everyMs: number, stop: AbortSignal, step: () => unknown) {
  while (!response.destroyed && !response.socket?.destroyed) {
    step()
    await sleep(everyMs, undefined, { signal: stop })
  }
}

async function flood(response: ServerResponse, behaviour: { bytes: number; status?: number }, stop: AbortSignal) {
  response.writeHead(behaviour.status ?? 200, { 'content-length': String(behaviour.bytes) })
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const chunk = Buffer.alloc(64 * 1024, 'x')
  for (let left = behaviour.bytes; left > 0 && !response.destroyed; left -= chunk.length) {
    if (!response.write(left < chunk.length ? chunk.subarray(0, left) : chunk)) {
      await once(response, 'drain', { signal: AbortSignal.any([stop, gone.signal]) })
    }
  }
  response.end()
}

function readFixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
}
