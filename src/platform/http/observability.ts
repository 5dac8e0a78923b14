import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { failSpan, isTracing, readTraceparent, runIn, startRequestSpan } from '../tracing/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

/**
 * One log line, one histogram sample and one span per request. They name the route and nothing the client sent: a URL
 * can contain search words and ids.
 */
export function registerObservability(app: FastifyInstance, metrics: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  })
  app.decorateRequest('span', null)
  if (isTracing()) traceRequests(app)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const ms = reply.elapsedTime
    const isEndless = request.routeOptions.config.endless === true && status === 200
    if (!isEndless) duration.observe({ method: request.method, route, status }, ms / 1000)
    const line = { method: request.method, route, status, ms: Math.round(ms * 10) / 10 }
    request.log.info(request.span ? { ...line, trace: endSpan(request.span, request, reply) } : line, 'request')
    done()
  })
}

/** Probes and scrapes have no span. */
const untraced = new Set(['/health/live', '/health/ready', '/metrics'])

function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && untraced.has(route)) return done()
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? readTraceparent(traceparent) : undefined
    request.span = startRequestSpan(request.method, route, parent) ?? null
    runIn(request.span, done)
  })
  // A body is read in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => runIn(request.span, done))
}

/** Returns the id of the trace. */
function endSpan(span: Span, request: FastifyRequest, { statusCode }: FastifyReply): string {
  span.setAttributes({ 'http.response.status_code': statusCode, 'commerce.request_id': request.id })
  if (statusCode >= 500) failSpan(span, String(statusCode))
  span.end()
  return span.spanContext().traceId
}
