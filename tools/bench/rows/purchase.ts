import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchContext, Dataset } from '../context.ts'
import { fill, inTurns, measureWork } from '../harness.ts'
import { fillShelves } from '../live/shop.ts'
import { compared, errorNotes, type Outcome, type Row } from '../outcome.ts'
import { payOrder } from '../peers/ours.ts'
import type { Purchase, PurchasePlan, PurchaseResult } from '../peers/purchase.ts'
import { type BenchServer, runWorker } from '../processes.ts'
import { startService } from '../service.ts'
import { startPlainServer } from '../yardsticks.ts'
import { orderedProducts } from './orders.ts'

/** Whole purchases, an order and its payment, against a plain handler that does both in one request. */
export const purchase: Row = {
  name: 'purchase',
  async run(context: BenchContext): Promise<Outcome[]> {
    const dataset = await context.copy('s10k')
    const service = await startService(dataset.url, { TEST_PAYMENTS: 'true', ALLOW_TEST_PAYMENTS_IN_PRODUCTION: 'yes' })
    const plain = await startPlainServer(dataset.url)
    try {
      const products = await orderedProducts(dataset, 1_000)
      await fillShelves(dataset, products)
      const ours = await buyers(service, dataset, context.seconds, {
        shoppers: dataset.shoppers,
        products,
        steps: payOrder,
      })
      const theirs = await buyers(plain, dataset, context.seconds, {
        shoppers: dataset.shoppers.map(() => ({})),
        products,
        steps: [{ path: '/purchases', body: { user: 'shopper', items: oneProduct }, expect: 201 }],
      })
      const comparison = await inTurns({ rounds: context.rounds, ours, yardstick: theirs })
      return [
        compared(comparison, {
          work: `purchase: order and payment of one product, two requests, ${shoppersAtOnce} shoppers`,
          yardstick: 'one plain transaction of five statements by HTTP',
          reach: 0.25,
          better: 'more',
          notes: errorNotes(...comparison.rounds.flatMap(({ ours: mine, yardstick }) => [mine, yardstick])),
        }),
      ]
    } finally {
      await service.stop()
      await plain.stop()
      await dataset.drop()
    }
  },
}

const shoppersAtOnce = 8
const oneProduct = [{ product_id: '<product>', quantity: 1 }]

async function buyers(server: BenchServer, dataset: Dataset, seconds: number, bought: Purchase) {
  const buy = async (amount: number) => {
    const plan: PurchasePlan = { ...bought, url: server.url, connections: shoppersAtOnce, amount }
    const result = await runWorker<PurchaseResult>('./peers/purchase.ts', plan)
    if (result.count === 0) throw new Error(result.fault ?? 'no purchase came to an end')
    return result
  }
  const amount = await fill(seconds, shoppersAtOnce, buy)
  return async () => {
    await sleep(1_000)
    return measureWork(server, () => buy(amount), dataset.meter)
  }
}
