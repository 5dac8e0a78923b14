import type { Registry } from 'prom-client'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'

/** What `app` hands to this module. */
export interface Dependencies extends Databases {
  seal: Seal
  config: { ORDER_PAYMENT_WINDOW_SECONDS: number }
  logger: Logger
  cursors: CursorCodec
  paymentProviders: PaymentProviders
  metrics: Registry
}
