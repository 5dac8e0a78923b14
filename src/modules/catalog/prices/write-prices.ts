import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { enqueue, type Job, turnMs } from '#src/platform/jobs/index.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { productEvent } from '../products/manage-products.ts'
import { selectOwnProducts } from '../products/queries.ts'
import {
  deleteUnusedCards,
  endUnusedPrices,
  markProductsOfList,
  selectUnwritten,
  setWritten,
  takeChanges,
  writeCards,
  writeNextCards,
} from './write-queries.ts'

/** Cards of one transaction. */
const atOnce = 500

/**
 * Writes a shop's cards in the contexts of its prices: all of a new context, and those of products whose price by a
 * list has changed. Triggers queue it (prices.sql), and whatever changes a price list. Prices are right before it runs,
 * because `price_of` calculates them; sorts and bounds of lists follow.
 */
export const writePrices: Job<{ merchantId: string }, Dependencies> = {
  name: 'catalog.write_prices',
  costly: true,
  async run({ shop }, { merchantId }) {
    const db = shop(merchantId)
    const until = performance.now() + turnMs
    const again = (delayMs: number) => queuePrices(db, merchantId, delayMs)
    await endUnusedPrices(db, merchantId)
    while ((await deleteUnusedCards(db, merchantId, atOnce)) > 0) if (performance.now() > until) return again(0)
    while ((await inTransaction(db, (transaction) => writeChanged(transaction, merchantId))) > 0) {
      if (performance.now() > until) return again(0)
    }
    const missing = await selectUnwritten(db, merchantId)
    for (const { context, is_settled, written_to } of missing) {
      if (!is_settled) continue
      for (let behind = written_to; ; ) {
        const from = { context, behind }
        behind = await inTransaction(db, (transaction) => writeNextCards(transaction, merchantId, from, atOnce))
        if (behind === null) break
        if (performance.now() > until) return again(0)
      }
      await setWritten(db, merchantId, context)
    }
    if (missing.some(({ is_settled }) => !is_settled)) await again(1_000)
  },
}

/** Products whose price changes by this have an event each. */
async function writeChanged(transaction: Transaction, merchantId: string): Promise<number> {
  const ids = await takeChanges(transaction, merchantId, atOnce)
  const repriced = await writeCards(transaction, merchantId, ids)
  const rows = await selectOwnProducts(transaction, merchantId, repriced)
  await emit(
    transaction,
    rows.map((row) => productEvent('product.updated', row)),
  )
  return ids.length
}

export function queuePrices(...[db, merchantId, delayMs]: [Parameters<typeof enqueue>[0], string, number?]) {
  return enqueue(db, writePrices, { merchantId }, `${writePrices.name}:${merchantId}`, delayMs)
}

/** At the second a list begins or ends. It queues itself for the end, and for dates that have changed since. */
export const followPriceList: Job<{ merchantId: string; id: string }, Dependencies> = {
  name: 'catalog.follow_price_list',
  async run({ shop }, { merchantId, id }) {
    await inTransaction(shop(merchantId), (transaction) => announceList(transaction, merchantId, id))
  },
}

/** Has the products of a list written, now and when it begins or ends next. */
export async function announceList(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  const nextInMs = await markProductsOfList(transaction, merchantId, id)
  await queuePrices(transaction, merchantId)
  if (nextInMs === null) return
  await enqueue(transaction, followPriceList, { merchantId, id }, `${followPriceList.name}:${id}`, nextInMs)
}
