import { shopPaths } from '#shop-paths'
import type { ShopPages } from '#src/platform/module.ts'
import { selectShownAddresses } from './queries.ts'

/** The collections of a shop that have something to show. */
export const listCollectionPaths: ShopPages = async (db, merchantId) => {
  const collections = await selectShownAddresses(db, merchantId)
  return collections.map(({ slug, updated_at }) => ({ path: shopPaths.collection(slug), updatedAt: updated_at }))
}
