import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a stream and may be long: its transfer rate counts. */
    streamedBody?: boolean
    /** The answer goes on until the client leaves: the time that it takes says nothing. */
    endless?: boolean
  }
  interface FastifyInstance {
    /** Silence after which an endless answer sends something, so that proxies keep its connection. */
    heartbeatMs: number
  }
  interface FastifyRequest {
    exchange: Exchange | null
  }
}

/** Time limits of clients; tests use shorter ones. */
export interface ConnectionLimits {
  /** The head of a request. */
  headersTimeoutMs: number
  /** The body, from the head on; of a streamed body, what it comes later than at `bytesPerSecond`. */
  bodyTimeoutMs: number
  /** Slowest sender of a streamed body, slowest reader of a response. */
  bytesPerSecond: number
  /** Interval of the checks. */
  tickMs: number
  /** Longest silence of an endless answer. */
  heartbeatMs: number
}

export const connectionLimits: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  bytesPerSecond: 10_000,
  tickMs: 1_000,
  heartbeatMs: 20_000,
}

/** Options of Node's server. Without a `host` it would answer an empty 400: see `requireHost`. */
export function serverOptions({ headersTimeoutMs, tickMs }: ConnectionLimits) {
  return {
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: tickMs,
    maxHeaderSize: 16_384,
    requireHostHeader: false,
  }
}

/** A request and its response, while the client sends the one or reads the other. */
interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  /** The stream that the parser or the handler reads, if the body was incomplete when it began. */
  body: PassThrough | undefined
  streamed: boolean
  /** Milliseconds that the client has left. */
  patienceMs: number
  /** Bytes of the connection when last looked at. */
  received: number
  taken: number
  /** Its index among the open ones. */
  place: number
}

/**
 * Ends exchanges with clients that send a body or read a response too slowly: each holds a connection and memory.
 * Node's own `requestTimeout` knows no long uploads, and nothing of readers. Time passes in ticks, so that a pause of
 * this process is not blamed on the clients.
 */
export function registerConnectionLimits(app: FastifyInstance, limits: ConnectionLimits): void {
  const open = openExchanges()
  const timer = setInterval(() => {
    for (const exchange of open.all()) if (isTooSlow(exchange, limits)) end(exchange)
  }, limits.tickMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  app.decorate('heartbeatMs', limits.heartbeatMs)
  app.decorateRequest('exchange', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const exchange: Exchange = {
      request,
      reply,
      body: undefined,
      streamed: request.routeOptions.config.streamedBody === true,
      patienceMs: limits.bodyTimeoutMs,
      received: raw.socket.bytesRead,
      taken: 0,
      place: 0,
    }
    request.exchange = exchange
    open.add(exchange)
    const forget = () => open.remove(exchange)
    reply.raw.once('close', () => {
      discardRest(exchange)
      if (isComplete(request) || raw.destroyed) forget()
      else raw.once('close', forget)
    })
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { exchange } = request
    const go = () => {
      if (exchange === null || (isComplete(request) && !exchange.streamed)) return done(null, payload)
      exchange.body = passOn(payload as Readable)
      done(null, exchange.body)
    }
    // After what has arrived is parsed: most bodies came with their head.
    if (isComplete(request)) go()
    else setImmediate(go)
  })
}

/**
 * Not a Set: each time V8 makes its table anew, after some 32 requests, the old table keeps what was in it and refers
 * to the next. Once one is in the old generation, all later ones get there, with the requests in them: 7 kB of garbage
 * per request that only a major collection frees.
 */
function openExchanges() {
  const open: Exchange[] = []
  return {
    all: () => [...open],
    add(exchange: Exchange): void {
      exchange.place = open.push(exchange) - 1
    },
    remove(exchange: Exchange): void {
      const last = open.pop()
      if (last === undefined || last === exchange) return
      open[exchange.place] = last
      last.place = exchange.place
    },
  }
}

/** An `expect` that nobody knows is ignored: Node would answer an empty 417, with no request id. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/**
 * HTTP/1.1 requires exactly one host per request. With two, or a target that names another, a proxy in front may have
 * routed by the one that is not ours.
 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = faultOfHost(request.raw)
    done(fault === undefined ? undefined : new AppError('VALIDATION_ERROR', fault))
  })
}

function faultOfHost({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): string | undefined {
  const { host } = headers
  if (host === undefined) return httpVersion === '1.0' ? undefined : 'the host header is missing'
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  if (hosts > 1) return 'there is more than one host header'
  return url.startsWith('/') || url === '*' || isAt(url, host) ? undefined : 'the target names another host'
}

/** Host of a target in absolute form (RFC 9112, section 3.2.2). */
function isAt(url: string, host: string): boolean {
  const target = URL.parse(url)
  return target !== null && URL.parse(`${target.protocol}//${host}`)?.host === target.host
}

/** A separate stream, which can fail without the connection, so that a response can be sent. */
function passOn(source: Readable): PassThrough {
  const body = new PassThrough()
  // An unhandled error of a stream without a reader would end the process. A later reader still gets it.
  body.on('error', () => {})
  // The client has left, so nobody gets this. An error of the service would be logged as a fault.
  const left = new AppError('REQUEST_TIMEOUT', 'the body did not arrive')
  source.on('error', () => body.destroy(left))
  source.on('close', () => source.readableEnded || body.destroy(left))
  return source.pipe(body)
}

/**
 * After the response the rest of the body is received and discarded; otherwise the next request of the connection would
 * never be read. Node does so itself only if nobody began to read.
 */
function discardRest(exchange: Exchange): void {
  const { raw } = exchange.request
  if (exchange.body) raw.unpipe(exchange.body)
  exchange.body = undefined
  raw.resume()
}

/** Injected requests of tests have no such property. */
function isComplete({ raw }: FastifyRequest): boolean {
  return raw.complete !== false
}

function isTooSlow(exchange: Exchange, limits: ConnectionLimits): boolean {
  return isComplete(exchange.request) ? readsTooSlowly(exchange, limits) : sendsTooSlowly(exchange, limits)
}

function sendsTooSlowly(exchange: Exchange, { bodyTimeoutMs, bytesPerSecond, tickMs }: ConnectionLimits): boolean {
  const { body, request, streamed } = exchange
  const received = request.raw.socket.bytesRead
  // While received bytes are unread, the client waits for us.
  if (body === undefined || body.readableLength === 0) exchange.patienceMs -= tickMs
  if (streamed) {
    const earnedMs = ((received - exchange.received) / bytesPerSecond) * 1000
    exchange.patienceMs = Math.min(bodyTimeoutMs, exchange.patienceMs + earnedMs)
  }
  exchange.received = received
  return exchange.patienceMs <= 0
}

function readsTooSlowly(exchange: Exchange, { bodyTimeoutMs, bytesPerSecond, tickMs }: ConnectionLimits): boolean {
  const { socket } = exchange.request.raw
  const waiting = socket.writableLength
  const taken = socket.bytesWritten - waiting
  const earnedMs = ((taken - exchange.taken) / bytesPerSecond) * 1000
  exchange.taken = taken
  if (waiting === 0) exchange.patienceMs = bodyTimeoutMs
  else exchange.patienceMs = Math.min(bodyTimeoutMs, exchange.patienceMs - tickMs + earnedMs)
  // A response is written as a whole, so its progress cannot be observed.
  return exchange.patienceMs + (waiting / bytesPerSecond) * 1000 <= 0
}

/** Ends with 408 if the body is still being read; otherwise closes the connection after the response. */
function end({ request, reply, body }: Exchange): void {
  if (body !== undefined && !body.destroyed && !reply.sent)
    body.destroy(new AppError('REQUEST_TIMEOUT', 'the body did not arrive in time'))
  else if (reply.raw.headersSent) request.raw.socket.destroy()
}
