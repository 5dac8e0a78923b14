import type { Database } from '#src/platform/db/pool.ts'
import { deleteExpiredKeys } from '#src/platform/http/idempotency-queries.ts'
import type { Sweep } from './index.ts'

/** Stored answers hold what users sent and received; after 24 hours no request can be answered from them. */
export const forgetIdempotencyKeys: Sweep<{ db: Database }> = {
  name: 'idempotency.forget',
  everyMs: () => 600_000,
  async run({ db }) {
    while ((await deleteExpiredKeys(db)) > 0);
  },
}
