import type { OrderRow, RefundedTo } from '#src/modules/orders/index.ts'
import { insertPaidParts, type PaidPart } from '#src/modules/payments/index.ts'
import { creditRefund } from '#src/modules/stored-value/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { StoredRefund } from './queries.ts'
import { sourcesOf } from './sources.ts'

/** How money goes to a destination. */
interface WayOfRefund {
  /** The payments of a locked order that give it back, the newest first. */
  sources(transaction: Transaction, order: OrderRow): Promise<PaidPart[]>
  /** Moves it in the transaction of the refund. It locks the ledger, so it comes last of all. */
  give(transaction: Transaction, order: OrderRow, refund: StoredRefund, actorId: string | null): Promise<void>
}

/** Another destination is another row. */
export const waysOfRefund: Record<RefundedTo, WayOfRefund> = {
  // Providers are asked after the transaction.
  as_paid: {
    sources: async (transaction, order) => (order.paid_at === null ? [] : sourcesOf(transaction, order)),
    give: async () => {},
  },
  store_credit: {
    // What payments have given back is known by their parts from then on.
    async sources(transaction, { paid_at, merchant_id, id }) {
      if (paid_at !== null) await insertPaidParts(transaction, merchant_id, id)
      return []
    },
    give(transaction, { merchant_id: merchantId, id: orderId, user_id: userId, currency }, refund, actorId) {
      const { id: refundId, amount_minor: amountMinor } = refund
      return creditRefund(transaction, { merchantId, orderId, userId, currency, refundId, amountMinor, actorId })
    },
  },
}
