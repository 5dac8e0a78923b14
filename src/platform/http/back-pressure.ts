import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, type Registry } from 'prom-client'
import { AppError } from '#src/platform/lib/errors.ts'
import { errorBody } from './errors.ts'

/** Requests that may wait for each connection of the pool: some 50 ms of work ahead of the last of them. */
const waitingPerConnection = 16
/** Median turn of the event loop, in milliseconds, beyond which the process has more to do than it can. */
const maxLoopDelayMs = 120
const sampleMs = 250
/** Says that nothing of the request was begun: it may be sent again as it is. */
export const refusal = new AppError('SERVICE_UNAVAILABLE', 'too much to do at the moment; try again')

/** Asked by the platform, which must hear from an overloaded process too. */
const exempt = new Set(['/health/live', '/health/ready', '/metrics'])

/**
 * Refuses a request at once, with 503 and `retry-after`, when those before it cannot be served in good time. A queue that
 * is allowed to grow makes every answer late; a refused request costs next to nothing, so the rest stays quick and the
 * process is itself again as soon as the rush is over.
 */
export function registerBackPressure(app: FastifyInstance, pool: pg.Pool, metrics: Registry): void {
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused with 503 because the process was overloaded.',
    labelNames: ['because'],
    registers: [metrics],
  })
  const loop = monitorEventLoopDelay({ resolution: 10 })
  app.addHook('onReady', async () => void loop.enable())
  // The lesser of two samples: one long turn is no rush, though it be the only turn of its sample.
  let loopDelayMs = 0
  let lastSampleMs = 0
  const timer = setInterval(() => {
    const sample = loop.percentile(50) / 1e6
    loopDelayMs = Math.min(sample, lastSampleMs)
    lastSampleMs = sample
    loop.reset()
  }, sampleMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    loop.disable()
  })

  const maxWaiting = (pool.options.max ?? 10) * waitingPerConnection
  // Called back, not awaited: whoever awaits a reply that was sent waits for the end of its stream, which cost more than the answer.
  app.addHook('onRequest', (request, reply, done) => {
    const because = pool.waitingCount >= maxWaiting ? 'database' : loopDelayMs > maxLoopDelayMs ? 'cpu' : undefined
    if (because === undefined || exempt.has(request.routeOptions.url ?? '')) {
      done()
      return
    }
    refused.inc({ because })
    // Answered here, without a stack and a warning of its own: at three times the load, throwing left a fifth of what the
    // process carries; this leaves all of it.
    reply.code(refusal.status).header('retry-after', '1').type('application/json; charset=utf-8')
    reply.send(errorBody(refusal, request.id))
  })
}
