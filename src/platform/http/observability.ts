import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

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
  // These calls do nothing unless an OpenTelemetry SDK is loaded in the process.
  const tracer = trace.getTracer('commerce-platform')

  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = propagation.extract(context.active(), request.headers)
    const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    request.span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const ms = reply.elapsedTime
    duration.observe({ method: request.method, route, status }, ms / 1000)
    request.span?.setAttributes({ 'http.route': route, 'http.response.status_code': status })
    if (status >= 500) request.span?.setStatus({ code: SpanStatusCode.ERROR })
    request.span?.end()
    request.log.info({ method: request.method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
    done()
  })
}
