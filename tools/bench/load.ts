import autocannon from 'autocannon'
import { type Latencies, latenciesOf } from './statistics.ts'

/** One load: what to send, by how many connections, for how long. Run as a process of its own by the harness. */
export interface LoadPlan {
  url: string
  connections: number
  seconds: number
  /** Sent in turn by each connection, from a random start; of many connections each sends a part of them. */
  requests: LoadRequest[]
  /** Status that counts as success. */
  expect: number
  /** Requests per second over all connections; as fast as possible if left out. */
  rate?: number
  /** Ends after so many requests instead of after `seconds`. */
  amount?: number
  /** Each request is sent at most once, instead of again and again for `seconds`. */
  once?: boolean
}

export interface LoadRequest {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface LoadResult extends Latencies {
  rate: number
  count: number
  /** Answers with another status than expected, broken connections and timeouts. */
  errors: number
  /** Answers by status. */
  statuses: Record<string, number>
  /** Latencies of the expected answers alone. */
  expected: Latencies
}

process.on('message', async (plan: LoadPlan) => {
  process.send?.(await run(plan))
  process.disconnect()
})

/**
 * Requests prepared before the first is sent, over all connections. Preparing 100,000 would delay the first second of
 * the load, and the server would seem slow.
 */
const maxReady = 8_192

async function run({
  url,
  connections,
  seconds,
  requests,
  expect,
  rate,
  once,
  ...plan
}: LoadPlan): Promise<LoadResult> {
  const amount = once ? requests.length - (requests.length % connections) : plan.amount
  let clients = 0
  const statuses: Record<string, number> = {}
  const times: number[] = []
  const expected: number[] = []
  const each = Math.max(1, Math.floor(maxReady / connections))
  let startedAt = performance.now()
  let lastAt = startedAt
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(amount !== undefined && { amount }),
    ...(rate !== undefined && { overallRate: rate }),
    setupClient(client) {
      const start = Math.floor(Math.random() * requests.length)
      const number = clients++
      const own = once
        ? requests.filter((_, n) => n % connections === number)
        : [...requests.slice(start), ...requests.slice(0, start)].slice(0, each)
      client.setRequests(own.map((request) => ({ method: 'GET', ...request })))
      // Nothing is sent before all connections have their requests.
      startedAt = performance.now()
      client.on('response', (status, _bytes, milliseconds) => {
        lastAt = performance.now()
        times.push(milliseconds)
        if (status === expect) expected.push(milliseconds)
        statuses[status] = (statuses[status] ?? 0) + 1
      })
    },
  })
  const answers = times.length
  // It checks only once a second whether all requests are answered.
  const duration = amount === undefined ? result.duration : (lastAt - startedAt) / 1_000
  return {
    rate: duration === 0 ? 0 : expected.length / duration,
    count: answers,
    ...latenciesOf(times),
    errors: answers - expected.length + result.errors + result.timeouts,
    statuses,
    expected: latenciesOf(expected),
  }
}
