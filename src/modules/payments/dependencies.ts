import type { Databases } from '#src/platform/db/databases.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { PaymentProviders } from './provider.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  logger: Pick<Logger, 'warn'>
  paymentProviders: PaymentProviders
  /** Ends the gift cards that an order has bought, in the transaction that records the dispute of its payment. */
  endBoughtCards(transaction: Transaction, order: { merchantId: string; orderId: string }): Promise<void>
  /** Queues a look-up of a refund's status at the provider. */
  wakeRefund(db: Executor, merchantId: string, refundId: string): Promise<void>
}
