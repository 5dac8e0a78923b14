import type { Background } from '#src/platform/jobs/runner.ts'
import type { Dependencies } from './dependencies.ts'
import { deleteOldCredits } from './queries.ts'

/** Payments stay; who paid them is no longer needed then. */
const retentionDays = 180

export const bankStatementBackground: Background<Dependencies> = {
  sweeps: [
    {
      name: 'bank-statements.delete-old',
      everyMs: () => 3_600_000,
      run: ({ db }) => deleteOldCredits(db, retentionDays),
    },
  ],
}
