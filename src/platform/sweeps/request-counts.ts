import type { Database } from '#src/platform/db/pool.ts'
import { deleteOldRequestCounts } from '#src/platform/http/rate-limit-queries.ts'
import type { Sweep } from './index.ts'

/** Windows of the rate limit last a minute. */
export const forgetRequestCounts: Sweep<{ db: Database }> = {
  name: 'rate-limit.forget',
  everyMs: () => 60_000,
  run: ({ db }) => deleteOldRequestCounts(db),
}
