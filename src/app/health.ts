import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { envelope, errors, named, ok } from '#src/platform/http/envelope.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { readMetrics } from './cluster-metrics.ts'
import type { Dependencies } from './dependencies.ts'
import { createReadiness } from './readiness.ts'

const Health = named('Health', Type.Object({ status: Type.String({ enum: ['ok'] }) }))
const tags = ['Operations']

/** Liveness and readiness for the orchestrator. No credentials, no limits. */
export function registerHealth(app: App, deps: Dependencies): void {
  const isReady = createReadiness(deps)

  app.get(
    '/health/live',
    {
      schema: {
        tags,
        operationId: 'live',
        summary: 'Liveness of the process',
        description: '200 as long as the event loop answers. Use it to decide whether to restart the process.',
        security: [],
        response: { 200: envelope(Health), ...errors('VALIDATION_ERROR', 'INTERNAL_ERROR') },
      },
    },
    async () => ok({ status: 'ok' }),
  )

  app.get(
    '/health/ready',
    {
      schema: {
        tags,
        operationId: 'ready',
        summary: 'Readiness: database writable, schema current, not stopping',
        description:
          '503 while the database cannot be reached or written to, is not migrated, or the process is stopping. It ' +
          'writes once a second at most, however often it is asked. ' +
          'Use it to decide whether to send requests here.',
        security: [],
        response: { 200: envelope(Health), ...errors('VALIDATION_ERROR', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE') },
      },
    },
    async () => {
      if (app.isStopping()) throw new AppError('SERVICE_UNAVAILABLE', 'the service is stopping; try again')
      const fault = await isReady()
      if (fault !== undefined) throw new AppError('SERVICE_UNAVAILABLE', fault, { retryAfter: 1 })
      return ok({ status: 'ok' })
    },
  )
}

/** In production metrics have a port of their own (monitor.ts). */
export function registerMetrics(app: App, { metrics }: Dependencies): void {
  app.get(
    '/metrics',
    {
      schema: {
        tags,
        operationId: 'metrics',
        summary: 'Metrics in the Prometheus text format',
        description: 'For Prometheus. In production on METRICS_PORT only.',
        security: [],
        response: {
          200: { type: 'string', content: { 'text/plain': { schema: Type.String() } } },
          ...errors('RATE_LIMITED', 'INTERNAL_ERROR'),
        },
      },
    },
    async (_request, reply) => {
      const text = await readMetrics(metrics)
      return reply.type(metrics.contentType).send(text)
    },
  )
}
