import type { Databases } from '#src/platform/db/databases.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import { type RollupServices, rollupSweep } from '#src/platform/rollups/index.ts'
import { foldUseChanges } from './fold-queries.ts'
import { makeCodes } from './generate-codes.ts'

const batchSize = 5_000

const foldUses = rollupSweep({
  name: 'fold-uses',
  changes: 'promotion_use_changes',
  async fold(transaction) {
    const folded = await foldUseChanges(transaction, batchSize)
    return { folded, more: folded === batchSize }
  },
})

export const promotionsBackground: Background<Databases & RollupServices> = { jobs: [makeCodes], sweeps: [foldUses] }
