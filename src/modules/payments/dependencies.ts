import type { Databases } from '#src/platform/db/databases.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { PaymentProviders } from './provider.ts'

/** What `app` hands to this module. */
export interface Dependencies extends Databases {
  logger: Pick<Logger, 'warn'>
  paymentProviders: PaymentProviders
  /** Has the provider asked how a refund of an order stands. */
  wakeRefund(db: Executor, merchantId: string, refundId: string): Promise<void>
}
