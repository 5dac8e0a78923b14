import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchContext } from '../context.ts'
import { load } from '../harness.ts'
import type { LoadResult } from '../load.ts'
import type { Outcome, Row } from '../outcome.ts'
import { type BenchServer, freePort } from '../processes.ts'
import { startService } from '../service.ts'
import { listRequests } from './requests.ts'

/** Three times the capacity of the service, then a third of it: orderly refusals, and recovery right after the rush. */
export const overload: Row = {
  name: 'overload',
  async run(context: BenchContext): Promise<Outcome[]> {
    const dataset = await context.dataset('s100k')
    const metricsPort = await freePort()
    const service = await startService(dataset.url, { METRICS_PORT: String(metricsPort) })
    try {
      const requests = await listRequests(service, dataset, { deepest: 10_000 })
      const plan = { url: service.url, requests, expect: 200 }
      await load({ ...plan, connections: 32, seconds: 2 })
      const capacity = await load({ ...plan, connections: 32, seconds: context.seconds })
      const calmRate = Math.round(capacity.rate / 3)
      const calm = await load({ ...plan, connections: 64, seconds: context.seconds, rate: calmRate })
      const rush = { ...plan, connections: 1_000, seconds: context.seconds * 2, rate: Math.round(capacity.rate * 3) }
      const [hurried, aside] = await Promise.all([load(rush), watch(service, metricsPort, context.seconds * 2)])
      const after = await load({ ...plan, connections: 64, seconds: 1, rate: calmRate })
      return outcomes({ capacity, calm, hurried, after, aside })
    } finally {
      await service.stop()
    }
  },
}

/**
 * The service's gauge counts the time between two turns of a timer of this many milliseconds, not only what it was
 * late.
 */
const timerMs = 10

interface Watched {
  /** Longest time to the first byte of /health/live, milliseconds. */
  slowestLive: number
  /** Of the process, while it is overloaded, milliseconds. */
  eventLoopP99: number
  /** Answers 200 by the service's own clock: all, and those that took a second at most. */
  served: number
  servedInTime: number
}

/**
 * Observes liveness, event loop delay and the process's own response times from outside: the load generator shares the
 * cores and is late itself.
 */
async function watch(service: BenchServer, metricsPort: number, seconds: number): Promise<Watched> {
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  // Begins anew the event loop delays that the service reports.
  const before = await metrics()
  let slowestLive = 0
  await sleep(1_000)
  const until = performance.now() + (seconds - 1.5) * 1000
  while (performance.now() < until) {
    const askedAt = performance.now()
    await fetch(`${service.url}/health/live`).then((answer) => answer.arrayBuffer())
    slowestLive = Math.max(slowestLive, performance.now() - askedAt)
    await sleep(100)
  }
  const after = await metrics()
  const betweenTurns = Number(/^nodejs_eventloop_lag_p99_seconds\S* (\S+)/m.exec(after)?.[1]) * 1000
  const during = (le: string) => answeredWithin(after, le) - answeredWithin(before, le)
  return {
    slowestLive,
    eventLoopP99: Math.max(0, betweenTurns - timerMs),
    served: during('+Inf'),
    servedInTime: during('1'),
  }
}

/** Lists answered 200 within so many seconds, from the start of the service. */
function answeredWithin(metrics: string, le: string): number {
  const line = metrics
    .split('\n')
    .find((line) =>
      ['duration_seconds_bucket', `le="${le}"`, 'route="/catalog/products"', 'status="200"'].every((part) =>
        line.includes(part),
      ),
    )
  return Number(line?.split(' ').at(-1) ?? 0)
}

function outcomes(seen: {
  capacity: LoadResult
  calm: LoadResult
  hurried: LoadResult
  after: LoadResult
  aside: Watched
}): Outcome[] {
  const { capacity, calm, hurried, after, aside } = seen
  const told = (name: string, { rate, statuses, expected }: LoadResult) =>
    `${name}: ${rate.toFixed(0)} answered as asked per second, p50 ${expected.p50.toFixed(0)} ms, ` +
    `p99 ${expected.p99.toFixed(0)} ms, by status ${JSON.stringify(statuses)}`
  const notes = [
    told('what it carries', capacity),
    told('a third of it, before', calm),
    told('three times of it', hurried),
    told('a third of it, right after', after),
    `slowest /health/live in the rush: ${aside.slowestLive.toFixed(0)} ms`,
    `in the rush by the service's own clock: ${aside.servedInTime} of ${aside.served} answered as asked within 1 s`,
  ]
  return [
    {
      work: 'three times the load it carries: answers as asked, by what it carries',
      yardstick: 'itself at its limit',
      value: hurried.rate / capacity.rate,
      unit: 'times',
      reach: 0.7,
      better: 'more',
      notes,
    },
    {
      work: 'the same: p99 of what is answered as asked',
      yardstick: '',
      value: hurried.expected.p99,
      unit: 'ms',
      reach: 1_000,
      better: 'less',
    },
    {
      work: 'in the second after it, a third of the load: p95',
      yardstick: 'itself before',
      value: after.expected.p95 / calm.expected.p95,
      unit: 'times',
      reach: 2,
      better: 'less',
    },
    {
      work: 'event loop delay in the rush, p99',
      yardstick: '',
      value: aside.eventLoopP99,
      unit: 'ms',
      reach: 20,
      better: 'less',
    },
  ]
}
