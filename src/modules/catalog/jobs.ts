import type { Background } from '#src/platform/jobs/runner.ts'
import { rollupSweep } from '#src/platform/rollups/index.ts'
import type { Dependencies } from './dependencies.ts'
import { foldChanges, splitCount } from './listing/count-queries.ts'

const productCounts = rollupSweep({
  name: 'catalog.fold_counts',
  of: 'shops',
  changes: 'product_count_changes',
  // A count that has grown too wide is made anew from the products: these must be the ones whose changes were folded.
  isolation: 'repeatable read',
  async fold(transaction) {
    const { folded, wide } = await foldChanges(transaction)
    for (const range of wide) await splitCount(transaction, range)
    return { folded }
  },
})

export const foldCounts = productCounts.run

export const catalogBackground: Background<Dependencies> = { sweeps: [productCounts] }
