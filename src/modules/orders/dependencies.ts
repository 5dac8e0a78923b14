import type { Registry } from 'prom-client'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { IdempotencyServices } from '#src/platform/http/idempotency.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** What `app` hands to this module. */
export interface Dependencies extends IdempotencyServices {
  config: { ORDER_PAYMENT_WINDOW_SECONDS: number }
  logger: Logger
  cursors: CursorCodec
  paymentProviders: PaymentProviders
  metrics: Registry
}
