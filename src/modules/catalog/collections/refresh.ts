import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { createFairTurns } from '#src/platform/lib/fair-turns.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import {
  type CollectionShape,
  deleteChanges,
  lockCollection,
  recordRefresh,
  selectChangedShops,
  selectCollectionIds,
  selectCurrency,
  writeCards,
} from './refresh-queries.ts'

/** Brings a collection that is locked up to date: what its rules find, the order of its sort, and its count. */
export async function refreshCollection(transaction: Transaction, shape: CollectionShape): Promise<void> {
  const { merchant_id: merchantId, id, sort, rules } = shape
  // What was put in by hand, in the order of that, changes by no product.
  if (rules !== null || sort !== 'manual') {
    await writeCards(transaction, shape, (await selectCurrency(transaction, merchantId)) ?? '')
  }
  await recordRefresh(transaction, merchantId, id)
}

type FairTurns = ReturnType<typeof createFairTurns>

/** In turns with other shops, one collection a turn: a shop with hundreds of them does not hold up the next one. */
async function refreshShop(db: Database, merchantId: string, inTurn: FairTurns): Promise<void> {
  for (const id of await inTurn(merchantId, () => selectCollectionIds(db, merchantId))) {
    await inTurn(merchantId, () =>
      inTransaction(db, async (transaction) => {
        const shape = await lockCollection(transaction, merchantId, id)
        if (shape !== undefined) await refreshCollection(transaction, shape)
      }),
    )
  }
}

/**
 * Brings the collections of shops up to date whose products have changed. What changes meanwhile has rows of its own:
 * only those that were read are deleted, and after the work, so that a crash loses none. A shop that fails stops no
 * other.
 */
export async function refreshChanged(db: Database, inTurn: FairTurns = createFairTurns()): Promise<void> {
  const ended = await Promise.allSettled(
    (await selectChangedShops(db)).map(async ({ merchant_id: merchantId, changes }) => {
      await refreshShop(db, merchantId, inTurn)
      await deleteChanges(db, changes)
    }),
  )
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

export const refreshCollections: Sweep<object> = {
  name: 'catalog.refresh-collections',
  everyMs: () => 10_000,
  run: ({ db }) => refreshChanged(db),
}
