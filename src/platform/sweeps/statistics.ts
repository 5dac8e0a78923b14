import { analyzeGrownTables } from '../db/statistics.ts'
import type { Sweep, SweepServices } from './index.ts'

/** For all that writes a row at a time, such as a script that makes a shop of thousands of products. */
export const statisticsSweep: Sweep<Pick<SweepServices, 'db'>> = {
  name: 'database.statistics',
  everyMs: () => 10_000,
  run: ({ db }) => analyzeGrownTables(db),
}
