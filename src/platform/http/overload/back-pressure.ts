import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { AppError } from '#src/platform/lib/errors.ts'
import { keepingSpan } from '#src/platform/tracing/index.ts'
import { errorBody } from '../answers/errors.ts'
import { type Cause, createAdmission } from './admission.ts'

/**
 * Statements that may wait in the pool per connection: enough to keep the pool busy for several turns of the event
 * loop. Further requests wait before they begin, where they cost nothing and can still be refused. 16 meant two seconds
 * on a slow database.
 */
const waitingPerConnection = 4
const sampleMs = 250
/** Sent before any work was begun, so the client may repeat the request unchanged. */
const refusal = new AppError('SERVICE_UNAVAILABLE', 'the service is overloaded; try again')

/** Paths exempt from back-pressure: those of the orchestrator and the metrics scraper. */
const exempt = new Set(['/health/live', '/health/ready', '/metrics'])

interface Services {
  pool: pg.Pool
  metrics: Registry
  config: {
    /** Median event loop delay, in milliseconds, above which the process counts as overloaded. */
    MAX_LOOP_DELAY_MS: number
    /** How long a request may wait to be begun, in milliseconds. */
    MAX_QUEUE_WAIT_MS: number
  }
}

/**
 * Back-pressure: while the queue for the database is long or the event loop is late, requests wait to be begun, and
 * those that would wait too long get 503 with `retry-after`. A growing queue would make every response late; a refused
 * request costs almost nothing.
 */
export function registerBackPressure(
  app: FastifyInstance,
  { pool, metrics, config }: Services,
  /** Requests that wait for a second pool of this size. */
  waitingElsewhere: () => number = () => 0,
): void {
  const maxWaiting = (pool.options.max ?? 10) * waitingPerConnection
  const isLate = watchEventLoop(app, config.MAX_LOOP_DELAY_MS)
  const admission = createAdmission({
    maxWaitMs: config.MAX_QUEUE_WAIT_MS,
    overload() {
      if (pool.waitingCount >= maxWaiting || waitingElsewhere() >= maxWaiting) return 'database'
      return isLate() ? 'cpu' : undefined
    },
  })
  app.addHook('onClose', async () => admission.stop())

  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused with 503 because the process was overloaded.',
    labelNames: ['because'],
    registers: [metrics],
  })
  new Gauge({
    name: 'http_requests_waiting',
    help: 'Requests that wait to be begun because the process is overloaded.',
    registers: [metrics],
    collect() {
      this.set(admission.waiting())
    },
  })

  // With a callback: an async hook that has sent its reply waits for the end of the stream, which cost more than the
  // reply.
  app.addHook('onRequest', (request, reply, done) => {
    if (exempt.has(request.routeOptions.url ?? '')) {
      done()
      return
    }
    const refuse = (because: Cause | 'left') => {
      refused.inc({ because })
      // Sent here, without a stack trace and a log line: at three times the capacity, throwing an error reduced the
      // throughput of accepted requests to a fifth; this keeps it.
      reply.code(refusal.status).header('retry-after', '1').type('application/json; charset=utf-8')
      reply.send(errorBody(refusal, request.id))
    }
    const admit = keepingSpan(done)
    // The client has left, so nobody would read the answer.
    admission.arrive(() => (request.raw.socket.destroyed ? refuse('left') : admit()), refuse)
  })
}

/** Returns whether the event loop was late in each of the last two samples: one long turn is no overload. */
function watchEventLoop(app: FastifyInstance, maxDelayMs: number): () => boolean {
  const loop = monitorEventLoopDelay({ resolution: 10 })
  app.addHook('onReady', async () => void loop.enable())
  let delayMs = 0
  let lastSampleMs = 0
  const timer = setInterval(() => {
    // In a long turn this timer may fire before the histogram's: no sample is not a delay of 0.
    if (loop.count === 0) return
    const sample = loop.percentile(50) / 1e6
    delayMs = Math.min(sample, lastSampleMs)
    lastSampleMs = sample
    loop.reset()
  }, sampleMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    loop.disable()
  })
  return () => delayMs > maxDelayMs
}
