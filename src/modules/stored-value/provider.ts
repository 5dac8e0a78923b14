import type { PaymentProvider } from '#src/modules/payments/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { returnValue } from './value.ts'

export const storedValueProvider = 'stored_value'

/** Payments with gift cards and store credit. Its books are the ledger: a refund is one entry, however often asked. */
export function createStoredValueProvider(shop: (merchantId: string) => Executor): PaymentProvider {
  return {
    name: storedValueProvider,
    methods: ['gift_card', 'store_credit'],
    usedBy: 'balance',
    settlesAtOnce: true,
    // Value is taken in the transaction of its payment.
    charge: async ({ orderId }) => Promise.reject(new Error(`order ${orderId}: stored value is not charged`)),
    find: async () => undefined,
    async refund({ merchantId, paymentId, refundId, amountMinor }) {
      const given = await inTransaction(shop(merchantId), (transaction) =>
        returnValue(transaction, { merchantId, paymentId, causeId: refundId, amountMinor }),
      )
      return given ? { status: 'succeeded', reference: null } : { status: 'failed', failure: 'refund_refused' }
    },
  }
}
