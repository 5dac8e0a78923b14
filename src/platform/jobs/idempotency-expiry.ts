import type { Database } from '#src/platform/db/pool.ts'
import { deleteExpiredKeys } from '#src/platform/http/idempotency-queries.ts'
import type { Sweep } from './index.ts'

/** Kept answers hold what users sent and were told; past their 24 hours nobody can ask for them. */
export const forgetAnswersInTime: Sweep<{ db: Database }> = {
  name: 'idempotency.forget',
  everyMs: () => 600_000,
  async run({ db }) {
    while ((await deleteExpiredKeys(db)) > 0);
  },
}
