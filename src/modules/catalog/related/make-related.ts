import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import {
  type DueShop,
  recordProgress,
  selectBoughtCards,
  selectDueShops,
  selectOldLists,
  writeRelated,
} from './make-queries.ts'

/** Lists that one transaction makes, and what one run does at most. */
const [listsAtOnce, shopsOfRun, ordersOfBatch, batchesOfShop, oldListsOfRun] = [50, 200, 500, 20, 500]

/**
 * Keeps the lists of what was bought together (`related_cards`): those of what was bought since the last run, and the
 * oldest ones again. An order whose payment is committed after a later one is seen with the next order of its products.
 */
export const makeRelated: Sweep<object> = {
  name: 'catalog.make-related',
  everyMs: () => 300_000,
  async run({ db }) {
    for (const shop of await selectDueShops(db, shopsOfRun)) await followOrders(db, shop)
    const old = Map.groupBy(await selectOldLists(db, oldListsOfRun), (list) => list.merchant_id)
    for (const [merchantId, lists] of old) {
      await makeLists(
        db,
        merchantId,
        lists.map(({ card_id }) => card_id),
      )
    }
  },
}

async function followOrders(db: Database, shop: DueShop): Promise<void> {
  let { paid_until } = shop
  for (let batch = 0; batch < batchesOfShop; batch++) {
    const next = await selectBoughtCards(db, { ...shop, paid_until }, ordersOfBatch)
    if (next === undefined) return
    await makeLists(db, shop.merchant_id, next.cards)
    paid_until = next.paid_until
    await recordProgress(db, { ...shop, paid_until })
  }
}

async function makeLists(db: Database, merchantId: string, cards: readonly string[]): Promise<void> {
  for (let from = 0; from < cards.length; from += listsAtOnce) {
    await inTransaction(db, (transaction) =>
      writeRelated(transaction, merchantId, cards.slice(from, from + listsAtOnce)),
    )
  }
}
