import { deleteOldRequestCounts } from '#src/platform/http/overload/rate-limit-queries.ts'
import type { Sweep } from './index.ts'

/** Windows of the rate limit last a minute. */
export const forgetRequestCounts: Sweep<object> = {
  name: 'rate-limit.forget',
  everyMs: () => 60_000,
  run: ({ db }) => deleteOldRequestCounts(db),
}
