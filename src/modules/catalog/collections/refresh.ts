import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
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

async function refreshShop(db: Database, merchantId: string): Promise<void> {
  for (const id of await selectCollectionIds(db, merchantId)) {
    await inTransaction(db, async (transaction) => {
      const shape = await lockCollection(transaction, merchantId, id)
      if (shape !== undefined) await refreshCollection(transaction, shape)
    })
  }
}

/**
 * Brings the collections of shops up to date whose products have changed. What changes meanwhile has rows of its own:
 * only those that were read are deleted, and after the work, so that a crash loses none.
 */
export const refreshCollections: Sweep<object> = {
  name: 'catalog.refresh-collections',
  everyMs: () => 10_000,
  async run({ db }) {
    for (const { merchant_id: merchantId, changes } of await selectChangedShops(db)) {
      await refreshShop(db, merchantId)
      await deleteChanges(db, changes)
    }
  },
}
