import type { IdempotencyServices } from '#src/platform/http/idempotency.ts'

/** What `app` hands to this module. */
export interface Dependencies extends IdempotencyServices {
  config: { CART_ABANDONED_AFTER_SECONDS: number }
}
