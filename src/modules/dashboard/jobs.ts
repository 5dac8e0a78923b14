import type { Background, Sweep } from '#src/platform/jobs/index.ts'
import type { Dependencies } from './dependencies.ts'
import { foldChanges } from './fold-queries.ts'

const batchSize = 5_000

/** Keeps the changes few, so that reading them beside the rollups stays cheap. */
export const foldFigures: Sweep<Dependencies> = {
  name: 'fold-figures',
  everyMs: () => 1_000,
  async run({ db }) {
    while ((await foldChanges(db, batchSize)) === batchSize);
  },
}

export const dashboardBackground: Background<Dependencies> = { sweeps: [foldFigures] }
