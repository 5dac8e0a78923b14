import type { Sweep } from '#src/platform/sweeps/index.ts'
import { deleteOldRequestCounts } from './rate-limit-queries.ts'

/** Windows of the rate limit last a minute. */
export const forgetRequestCounts: Sweep<object> = {
  name: 'rate-limit.forget',
  everyMs: () => 60_000,
  run: ({ db }) => deleteOldRequestCounts(db),
}
