import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, type Registry } from 'prom-client'
import { AppError } from '#src/platform/lib/errors.ts'
import { errorBody } from './errors.ts'

/** Requests that may wait per connection of the pool: about 50 ms of queued work. */
const waitingPerConnection = 16
const sampleMs = 250
/** Sent before any work was begun, so the client may repeat the request unchanged. */
const refusal = new AppError('SERVICE_UNAVAILABLE', 'the service is overloaded; try again')

/** Called by the orchestrator and the metrics scraper, also while the process is overloaded. */
const exempt = new Set(['/health/live', '/health/ready', '/metrics'])

interface Services {
  pool: pg.Pool
  metrics: Registry
  /** Median event loop delay, in milliseconds, above which the process counts as overloaded. */
  config: { MAX_LOOP_DELAY_MS: number }
}

/**
 * Back-pressure: answers 503 with `retry-after` at once while the queue for the database is long or the event loop is
 * late. A growing queue would make every response late; a refused request costs almost nothing.
 */
export function registerBackPressure(app: FastifyInstance, { pool, metrics, config }: Services): void {
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused with 503 because the process was overloaded.',
    labelNames: ['because'],
    registers: [metrics],
  })
  const loop = monitorEventLoopDelay({ resolution: 10 })
  app.addHook('onReady', async () => void loop.enable())
  // The smaller of the last two samples, so that one long turn of the loop does not count as overload.
  let loopDelayMs = 0
  let lastSampleMs = 0
  const timer = setInterval(() => {
    // In a long turn this timer may fire before the histogram's: no sample is not a delay of 0.
    if (loop.count === 0) return
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
  // With a callback: an async hook that has sent its reply waits for the end of the stream, which cost more than the
  // reply.
  app.addHook('onRequest', (request, reply, done) => {
    const because =
      pool.waitingCount >= maxWaiting ? 'database' : loopDelayMs > config.MAX_LOOP_DELAY_MS ? 'cpu' : undefined
    if (because === undefined || exempt.has(request.routeOptions.url ?? '')) {
      done()
      return
    }
    refused.inc({ because })
    // Sent here, without a stack trace and a log line: at three times the capacity, throwing an error reduced the
    // throughput of accepted requests to a fifth; this keeps it.
    reply.code(refusal.status).header('retry-after', '1').type('application/json; charset=utf-8')
    reply.send(errorBody(refusal, request.id))
  })
}
