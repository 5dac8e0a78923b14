import type { BenchContext, Dataset } from '../context.ts'
import { inTurns, measureServer } from '../harness.ts'
import type { LoadRequest } from '../load.ts'
import { compared, errorNotes, type Outcome, type Row } from '../outcome.ts'
import type { BenchServer } from '../processes.ts'
import { startService } from '../service.ts'
import { orderedProducts, restock } from './orders.ts'
import { searchesByZipf } from './pages.ts'
import { listRequests, orderRequests, pick } from './requests.ts'

/** The same number of products and orders in 10,000 shops and in 10. */
export const merchants: Row = {
  name: 'merchants',
  async run(context: BenchContext): Promise<Outcome[]> {
    const many = await context.dataset('m10k')
    const few = await context.dataset('m10')
    const services = { many: await startService(many.url), few: await startService(few.url) }
    try {
      return [
        await compare(context, 'GET /catalog/products', 200, [many, few], services, listed),
        await compare(context, 'GET /marketplace/search in one shop', 200, [many, few], services, searched),
        await compare(context, 'POST /user/orders, 3 lines', 201, [many, few], services, ordered),
      ]
    } finally {
      await services.many.stop()
      await services.few.stop()
    }
  },
}

type RequestsOf = (service: BenchServer, dataset: Dataset) => Promise<LoadRequest[]>

const listed: RequestsOf = (service, dataset) =>
  listRequests(service, dataset, { deepest: 10_000, filters: ['', `&merchant_id=${dataset.merchantId}`] })

const searched: RequestsOf = async (_service, dataset) =>
  (await searchesByZipf(dataset)).map(({ ours }, n) => ({
    path: `${ours}&merchant_id=${dataset.merchantId}`,
    headers: pick(dataset.shoppers, n),
  }))

const ordered: RequestsOf = async (_service, dataset) => {
  // As many in both: a shop of the larger group has 20 products.
  const products = await orderedProducts(dataset, 15)
  await restock(dataset, products)
  return orderRequests(dataset, products)
}

async function compare(
  context: BenchContext,
  work: string,
  expect: number,
  [many, few]: [Dataset, Dataset],
  services: { many: BenchServer; few: BenchServer },
  requestsOf: RequestsOf,
): Promise<Outcome> {
  const plan = { connections: 8, expect }
  const ours = { ...plan, requests: await requestsOf(services.many, many) }
  const theirs = { ...plan, requests: await requestsOf(services.few, few) }
  await measureServer(services.many, { ...ours, seconds: 2 })
  await measureServer(services.few, { ...theirs, seconds: 2 })
  const comparison = await inTurns({
    rounds: context.rounds,
    ours: () => measureServer(services.many, { ...ours, seconds: context.seconds }, many.meter),
    yardstick: () => measureServer(services.few, { ...theirs, seconds: context.seconds }, few.meter),
    value: ({ rate }) => 1 / rate,
  })
  return compared(comparison, {
    work: `${work}: time per request with 10,000 merchants`,
    yardstick: 'itself with 10 merchants',
    reach: 1.2,
    better: 'less',
    notes: errorNotes(comparison.ours, comparison.yardstick),
  })
}
