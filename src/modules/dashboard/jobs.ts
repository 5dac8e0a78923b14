import type { Background } from '#src/platform/jobs/runner.ts'
import { rollupSweep } from '#src/platform/rollups/index.ts'
import type { Dependencies } from './dependencies.ts'
import { foldChanges, foldSalesChanges } from './fold-queries.ts'
import { foldVisits } from './visits/queries.ts'

const batchSize = 5_000

export const foldFigures = rollupSweep({
  name: 'fold-figures',
  changes: 'figure_changes',
  async fold(transaction) {
    const folded = await foldChanges(transaction, batchSize)
    return { folded, more: folded === batchSize }
  },
})

export const foldSales = rollupSweep({
  name: 'fold-sales',
  changes: 'sales_changes',
  async fold(transaction) {
    const folded = await foldSalesChanges(transaction, batchSize)
    return { folded, more: folded === batchSize }
  },
})

export const foldCountedVisits = rollupSweep({
  name: 'fold-visits',
  changes: 'visit_changes',
  async fold(transaction) {
    const folded = await foldVisits(transaction, batchSize)
    return { folded, more: folded === batchSize }
  },
})

export const dashboardBackground: Background<Dependencies> = { sweeps: [foldFigures, foldSales, foldCountedVisits] }
