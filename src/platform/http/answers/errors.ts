import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fromDatabaseError } from '#src/platform/db/failover/sql-errors.ts'
import { AppError, errorStatus } from '#src/platform/lib/errors.ts'
import type { ErrorBody } from '../envelope.ts'
import { withFaultsBehind } from '../requests/validation.ts'
import { answerHeaders } from './headers.ts'

// Importing node:http would load its HTTP client too: 20 ms of start-up.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the request is answered with. */
    refusal: AppError | null
  }
}

/** The only place that turns errors into HTTP responses. */
export function registerErrorHandling(app: FastifyInstance): void {
  const allowedMethods = collectRoutes(app)

  app.decorateRequest('refusal', null)
  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    sendError(withFaultsBehind(error, request), request, reply),
  )

  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.url.split('?')[0] ?? '')
    if (allowed.length === 0) return sendError(new AppError('NOT_FOUND', 'there is no such path'), request, reply)
    reply.header('allow', allowed.join(', '))
    const message = `${request.method} is not allowed here; allowed: ${allowed.join(', ')}`
    return sendError(new AppError('METHOD_NOT_ALLOWED', message), request, reply)
  })
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = beginRefusal(error, request, reply)
  return reply.type('application/json; charset=utf-8').send(errorBody(refusal, request.id))
}

/** Logs the error, and sets the status and headers of its answer, whose body the caller sends. */
export function beginRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const refusal = toAppError(error)
  request.refusal = refusal
  if (refusal.code === 'INTERNAL_ERROR') request.log.error({ err: error }, 'request failed')
  // The reason of a readiness refusal says all; a stack per check would fill the log while a process starts.
  else if (refusal.status === 503)
    request.log.warn(error === refusal ? { reason: refusal.message } : { err: error }, 'service unavailable')
  // Does not wait for the rest of the body.
  if (refusal.code === 'REQUEST_TIMEOUT') reply.header('connection', 'close')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfter))))
  reply.code(refusal.status)
  return refusal
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    success: false,
    error: {
      code: error.code,
      message: error.message,
      request_id: requestId,
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  }
}

/**
 * Response to input that is not a complete HTTP request: headers over 16 KiB or too late, no HTTP, or a request cut
 * off. No route is known yet, so the headers of every response are written here.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } | null }
  // Without a handshake nothing can be sent. A response within another would be taken for its body.
  const isUnreadable = /^(ECONNRESET$|EPROTO$|ERR_TLS_|ERR_SSL_)/.test(error.code ?? '')
  if (isUnreadable || !socket.writable || begun?.headersSent) {
    socket.destroy()
    return
  }
  const refusal = brokenRequests[error.code ?? ''] ?? 'VALIDATION_ERROR'
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(new AppError(refusal, brokenMessages[refusal]), requestId))
  const status = errorStatus[refusal]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(answerHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  // The client may never read it.
  socket.setTimeout(brokenTimeoutMs, () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const brokenTimeoutMs = 10_000

/** By error code of Node's parser. */
const brokenRequests: Record<string, keyof typeof brokenMessages> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

const brokenMessages = {
  HEADERS_TOO_LARGE: 'the headers are larger than 16 KiB',
  PAYLOAD_TOO_LARGE: 'the chunk extensions are larger than 16 KiB',
  REQUEST_TIMEOUT: 'the headers did not arrive in time',
  VALIDATION_ERROR: 'this is not a complete HTTP request',
}

/** Of no route. */
export const unreadablePath = '/-'

/** Whether the path is correctly percent-encoded UTF-8. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** Errors raised by Fastify itself, by code. */
const frameworkErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', 'the body is larger than this endpoint accepts'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'unsupported content type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('VALIDATION_ERROR', 'the body length does not match content-length'),
  FST_ERR_REOPENED_CLOSE_SERVER: () => new AppError('SERVICE_UNAVAILABLE', 'the service is stopping; try again'),
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const framework = frameworkErrors[(error as FastifyError).code ?? '']
  return framework?.() ?? fromDatabaseError(error) ?? new AppError('INTERNAL_ERROR', 'an unexpected error occurred')
}

/** Returns a function from path to the methods that have a route there (`Allow` of a 405). */
function collectRoutes(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)
    const route = routes.get(url) ?? { pattern, methods: new Set() }
    for (const one of [method].flat()) route.methods.add(one)
    routes.set(url, route)
  })
  return (path) => {
    const matching = [...routes.values()].filter((route) => route.pattern.test(path))
    return [...new Set(matching.flatMap((route) => [...route.methods]))].sort()
  }
}
