import { type AuditChanges, bySystem, recordAuditOnce } from '#src/platform/audit/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { askProvider } from './ask-provider.ts'
import type { Dependencies } from './dependencies.ts'
import { selectPayment } from './queries.ts'

const settledForShop: ReadonlySet<string> = new Set(['won', 'warning_closed'])

/**
 * A dispute: the shopper's bank takes a charge back, or may do so. The shop answers it at the provider. Here it becomes
 * one audit entry per status, and no order changes. Gift cards that the charge has bought end with what is left.
 */
export const noteDispute: Job<{ provider: string; disputeId: string; account: string | null }, Dependencies> = {
  name: 'payments.note_dispute',
  async run({ paymentProviders, shop, logger, endBoughtCards }, { provider, disputeId, account }) {
    const dispute = await askProvider(paymentProviders, provider, async ({ findDispute }, signal) =>
      findDispute?.(disputeId, account, signal),
    )
    if (dispute === undefined || !isUuid(dispute.merchantId) || !isUuid(dispute.paymentId)) return
    const { merchantId, paymentId, status, reason } = dispute
    const payment = await selectPayment(shop(merchantId), merchantId, paymentId)
    if (payment === undefined || payment.provider !== provider || payment.account !== account) return
    logger.warn({ payment: paymentId, dispute: disputeId, status }, 'a charge is disputed')
    const changes: AuditChanges = { dispute: [null, disputeId], status: [null, status], reason: [null, reason] }
    const entry = { action: 'payment.disputed', targetId: paymentId, changes } as const
    await inTransaction(shop(merchantId), async (transaction) => {
      if (!settledForShop.has(status)) await endBoughtCards(transaction, { merchantId, orderId: payment.order_id })
      await recordAuditOnce(transaction, { merchantId, cause: bySystem }, entry)
    })
  },
}
