import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { changeProducts } from './bulk/change-products.ts'
import { refreshCollections } from './collections/refresh.ts'
import type { Dependencies } from './dependencies.ts'
import { languageWords, writeLanguages } from './listing/write-languages.ts'
import { followPriceList, writePrices } from './prices/write-prices.ts'
import { announceMedia } from './products/announce-picture.ts'
import { lockWithoutSlug, selectWithoutSlug, writeSlugs } from './products/slug-queries.ts'
import { makeSlugs } from './products/slugs.ts'
import { makeRelated } from './related/make-related.ts'

/** Products that a statement looks at, and that are changed in one transaction. */
const atOnce = 1_000

/**
 * Products that the release before this one has made, before the upgrade or beside it, have no slug. Looks at all
 * products: an index of these few would be for one day of the service's life.
 */
const slugSweep: Sweep<object> = {
  name: 'catalog.make-slugs',
  everyMs: () => 3_600_000,
  async run({ db }) {
    let page = await selectWithoutSlug(db, undefined, atOnce)
    for (; page !== undefined; page = await selectWithoutSlug(db, page.last, atOnce)) {
      for (const [merchantId, theirs] of Map.groupBy(page.unnamed, (product) => product.merchant_id)) {
        const ids = theirs.map(({ id }) => id)
        await inTransaction(db, async (transaction) => {
          const unnamed = await lockWithoutSlug(transaction, merchantId, ids)
          await writeSlugs(transaction, merchantId, await makeSlugs(transaction, merchantId, unnamed))
        })
      }
    }
  },
}

export const catalogBackground: Background<Dependencies> = {
  jobs: [changeProducts, announceMedia, writeLanguages, writePrices, followPriceList],
  sweeps: [slugSweep, refreshCollections, makeRelated, languageWords],
}
