import type { BenchContext, Dataset } from '../context.ts'
import { load } from '../harness.ts'
import type { LoadResult } from '../load.ts'
import type { Outcome, Row } from '../outcome.ts'
import type { BenchServer } from '../processes.ts'
import { startService } from '../service.ts'
import { orderedProducts, restock } from './orders.ts'
import { listRequests, orderRequests, pick } from './requests.ts'

const buyers = 200
const units = 10

/** Many buyers for the last units: each gets an order or a clear refusal. */
export const burst: Row = {
  name: 'burst',
  async run(context: BenchContext): Promise<Outcome[]> {
    const dataset = await context.copy('s10k')
    const service = await startService(dataset.url)
    try {
      const products = await orderedProducts(dataset, context.rounds + 1)
      await warmUp(service, dataset, pick(products, context.rounds))
      const bursts: LoadResult[] = []
      for (let round = 0; round < context.rounds; round++) {
        bursts.push(await buyAll(service, dataset, pick(products, round)))
      }
      return outcomes(bursts)
    } finally {
      await service.stop()
      await dataset.drop()
    }
  },
}

/** A warmed-up service, as when such a crowd comes. */
async function warmUp(service: BenchServer, dataset: Dataset, product: string): Promise<void> {
  const plan = { url: service.url, connections: 16, seconds: 2 }
  await load({ ...plan, requests: await listRequests(service, dataset, { deepest: 1_000 }), expect: 200 })
  await restock(dataset, [product])
  await load({ ...plan, requests: orderRequests(dataset, [product], 1), expect: 201 })
}

async function buyAll(service: BenchServer, dataset: Dataset, product: string): Promise<LoadResult> {
  await restock(dataset, [product], units)
  return load({
    url: service.url,
    connections: buyers,
    seconds: 60,
    once: true,
    requests: orderRequests(dataset, [product], 1).slice(0, buyers),
    expect: 201,
  })
}

function outcomes(bursts: readonly LoadResult[]): Outcome[] {
  const wrong = bursts.map(({ statuses }) => {
    const [sold = 0, refused = 0] = [statuses['201'], statuses['409']]
    return Math.max(Math.abs(sold - units), buyers - units - refused)
  })
  const slowest = bursts.map(({ p99 }) => p99)
  return [
    {
      work: `${buyers} buyers at once for ${units} units: answers other than ${units} times 201 and 409 for the rest`,
      yardstick: '',
      value: Math.max(...wrong),
      unit: '',
      spread: [Math.min(...wrong), Math.max(...wrong)],
      reach: 0,
      better: 'less',
      notes: bursts.map(({ statuses, p50, p99 }) => {
        return `answers ${JSON.stringify(statuses)}, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
      }),
    },
    {
      work: 'the same: p99 of all answers',
      yardstick: '',
      value: Math.max(...slowest),
      unit: 'ms',
      spread: [Math.min(...slowest), Math.max(...slowest)],
      reach: 1_000,
      better: 'less',
    },
  ]
}
