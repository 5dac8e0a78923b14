import type { Cause } from '#src/platform/audit/index.ts'

/** Who changes a shop's groups; `Staff` is one. */
export interface GroupActor {
  merchantId: string
  userId: string
  cause: Cause
}
