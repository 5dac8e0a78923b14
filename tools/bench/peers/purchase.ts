import autocannon from 'autocannon'
import { type Latencies, latenciesOf } from '../statistics.ts'

/**
 * Whole purchases of several requests, of which later ones use earlier answers. Runs in a process of its own, with the
 * same load generator as single requests.
 */
export interface Purchase {
  /** Headers of the shoppers; no two connections have the same one. */
  shoppers: Record<string, string>[]
  /** What they buy, one of each. Stands in the steps as `<product>`. */
  products: string[]
  steps: PurchaseStep[]
}

/** Text in angle brackets is replaced by a value of an earlier step. */
export interface PurchaseStep {
  path: string
  body: object
  expect: number
  /** Values of the answer by their path in it. One that is not there fails the purchase. */
  take?: Record<string, string>
}

export interface PurchasePlan extends Purchase {
  url: string
  connections: number
  /** Number of purchases, equal for each connection. All are finished: a partial one costs time but does not count. */
  amount: number
}

export interface PurchaseResult extends Latencies {
  /** Purchases per second. */
  rate: number
  count: number
  errors: number
  /** The answer to the first that failed. */
  fault?: string
}

process.on('message', async (plan: PurchasePlan) => {
  process.send?.(await run(plan))
  process.disconnect()
})

async function run({ url, connections, amount, shoppers, products, steps }: PurchasePlan): Promise<PurchaseResult> {
  const times: number[] = []
  let rate = 0
  let errors = 0
  let fault: string | undefined
  let clients = 0
  const result = await autocannon({
    url,
    connections,
    duration: 0,
    amount: amount * steps.length,
    setupClient(client) {
      const shopper = shoppers[clients++]
      if (shopper === undefined) throw new Error('each connection needs a shopper of its own')
      const openedAt = performance.now()
      let startedAt = openedAt
      let known: Record<string, string> = {}
      let next = 0
      let done = 0
      let ownRate = 0
      const fill = (text: string) => text.replace(/<(\w+)>/g, (_, name) => known[name] ?? '')
      client.setRequests(
        steps.map((step, index) => ({
          method: 'POST',
          path: step.path,
          setupRequest() {
            if (index === 0) {
              startedAt = performance.now()
              known = { product: products[Math.floor(Math.random() * products.length)] ?? '' }
            } else if (next !== index) return null
            next = index
            const headers = { 'content-type': 'application/json', ...shopper }
            return { method: 'POST', path: fill(step.path), headers, body: fill(JSON.stringify(step.body)) }
          },
          onResponse(status, body) {
            const taken = status === step.expect ? take(body, step.take ?? {}) : undefined
            if (taken === undefined) {
              errors += 1
              fault ??= `${step.path} answered ${status}: ${body.slice(0, 500)}`
              next = -1
              return
            }
            known = { ...known, ...taken }
            next = index + 1
            if (next < steps.length) return
            const now = performance.now()
            times.push(now - startedAt)
            done += 1
            rate -= ownRate
            ownRate = (done * 1000) / (now - openedAt)
            rate += ownRate
          },
        })),
      )
    },
  })
  return {
    rate,
    count: times.length,
    ...latenciesOf(times),
    errors: errors + result.errors + result.timeouts,
    ...(fault !== undefined && { fault }),
  }
}

function take(body: string, paths: Record<string, string>): Record<string, string> | undefined {
  const taken: Record<string, string> = {}
  for (const [name, path] of Object.entries(paths)) {
    const value = read(body, path)
    if (value === undefined) return undefined
    taken[name] = value
  }
  return taken
}

function read(body: string, path: string): string | undefined {
  let value: unknown = JSON.parse(body)
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key]
  return value === undefined || value === null ? undefined : String(value)
}
