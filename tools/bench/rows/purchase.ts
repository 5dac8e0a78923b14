import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchContext, Dataset } from '../context.ts'
import { fill, inTurns, measureWork } from '../harness.ts'
import { fillShelves } from '../live/shop.ts'
import { compared, errorNotes, type Outcome, type Row } from '../outcome.ts'
import { payOrder } from '../peers/ours.ts'
import type { Purchase, PurchasePlan, PurchaseResult, PurchaseStep } from '../peers/purchase.ts'
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

/** A purchase with two codes against one without, at the same service and shop. */
export const discounted: Row = {
  name: 'purchase-codes',
  async run(context: BenchContext): Promise<Outcome[]> {
    const dataset = await context.copy('s10k')
    const service = await startService(dataset.url, { TEST_PAYMENTS: 'true', ALLOW_TEST_PAYMENTS_IN_PRODUCTION: 'yes' })
    try {
      const products = await orderedProducts(dataset, 1_000)
      await fillShelves(dataset, products)
      const turn = (steps: PurchaseStep[]) =>
        buyers(service, dataset, context.seconds, { shoppers: dataset.shoppers, products, steps })
      const theirs = await turn(payOrder)
      const codes = ['TEN-PERCENT', 'TWO-OFF'] as const
      const withPromotions = async <T>(work: () => Promise<T>) => {
        const made = [
          await makePromotion(service, dataset, { code: codes[0], kind: 'percentage', percent: 10 }),
          await makePromotion(service, dataset, { code: codes[1], kind: 'amount', amount: 0.02 }),
        ]
        const result = await work()
        for (const id of made) await changePromotions(service, dataset, 'DELETE', `/${id}`)
        return result
      }
      const discounted = await withPromotions(() =>
        turn(payOrder.map((step, n) => (n === 0 ? withCodes(step, codes) : step))),
      )
      const ours = () => withPromotions(discounted)
      const comparison = await inTurns({ rounds: context.rounds, ours, yardstick: theirs })
      return [
        compared(comparison, {
          work: `purchase: order with two codes that combine, and its payment, ${shoppersAtOnce} shoppers`,
          yardstick: 'the same without codes, while the shop has no promotions',
          reach: 1 / 1.15,
          better: 'more',
          notes: errorNotes(...comparison.rounds.flatMap(({ ours: mine, yardstick }) => [mine, yardstick])),
        }),
      ]
    } finally {
      await service.stop()
      await dataset.drop()
    }
  },
}

function withCodes(step: PurchaseStep, discount_codes: readonly string[]): PurchaseStep {
  return { ...step, body: { ...step.body, discount_codes }, take: { ...step.take, second: 'data.discounts.1.code' } }
}

async function makePromotion(service: BenchServer, dataset: Dataset, fields: object): Promise<string> {
  const promotion = { name: 'Offer', combines: true, ...fields }
  return (await changePromotions(service, dataset, 'POST', '', promotion)).data.id
}

async function changePromotions(
  service: BenchServer,
  { owner }: Dataset,
  method: string,
  path: string,
  body?: object,
): Promise<{ data: { id: string } }> {
  const headers = { 'content-type': 'application/json', ...owner }
  const url = `${service.url}/admin/promotions${path}`
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { data: { id: string } }
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
