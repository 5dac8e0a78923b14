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
export function registerHealth(app: App, { pool }: Dependencies): void {
  const isReady = createReadiness(pool)

  app.get(
    '/health/live',
    {
      schema: {
        tags,
        operationId: 'live',
        summary: 'Is the process alive?',
        security: [],
        response: { 200: envelope(Health), ...errors(500) },
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
        summary: 'Can it serve? (database reachable, schema current, not stopping)',
        security: [],
        response: { 200: envelope(Health), ...errors(500, 503) },
      },
    },
    async () => {
      if (app.isStopping()) throw new AppError('SERVICE_UNAVAILABLE', 'shutting down')
      const fault = await isReady()
      if (fault !== undefined) throw new AppError('SERVICE_UNAVAILABLE', fault)
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
        security: [],
        response: {
          200: { type: 'string', content: { 'text/plain': { schema: Type.String() } } },
          ...errors(429, 500),
        },
      },
    },
    async (_request, reply) => {
      const text = await readMetrics(metrics)
      return reply.type(metrics.contentType).send(text)
    },
  )
}
