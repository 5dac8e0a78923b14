import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { foldMovements, type StockPosition } from './fold-queries.ts'
import { movementRetentionDays } from './rules.ts'

/** Products per statement, and maximum movements that it sums up for each. */
const batch = { products: 500, movements: 500 }

/**
 * Sums up movements past their retention. Scans all stock: an index of movements by time would be written by every
 * order.
 */
const foldOldMovements: Sweep<object> = {
  name: 'inventory.fold-movements',
  everyMs: () => 3_600_000,
  async run({ db }) {
    let behind: StockPosition | undefined
    for (;;) {
      const { last, folded } = await foldMovements(db, behind, movementRetentionDays, batch)
      if (last === undefined) return
      // A product may have more.
      if (folded === 0) behind = last
    }
  },
}

export const inventoryBackground: Background<object> = { sweeps: [foldOldMovements] }
