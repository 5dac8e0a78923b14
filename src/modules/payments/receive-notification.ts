import { enqueue } from '#src/platform/jobs/index.ts'
import type { Dependencies } from './dependencies.ts'
import { noteDispute } from './disputes.ts'
import { wakePayment } from './due-queries.ts'
import type { Notification } from './provider.ts'

/**
 * Handles a provider's notification: the sweep or a job then asks the provider about the payment or refund. So a
 * repeated, late or reordered notification changes nothing (src/modules/payments/README.md).
 */
export async function receiveNotification(
  { db, shop, wakeRefund }: Dependencies,
  provider: string,
  notification: Notification,
): Promise<void> {
  switch (notification.about) {
    case 'nothing':
      return
    case 'dispute': {
      const { disputeId, account } = notification
      return enqueue(db, noteDispute, { provider, disputeId, account }, `dispute:${disputeId}`)
    }
    default: {
      const { about, merchantId, paymentId, refundId } = notification
      const db = shop(merchantId)
      await wakePayment(db, { merchantId, paymentId, provider }, about === 'late_charge')
      // A charge that no order waits for is refunded by its payment, not by a refund of the order.
      if (refundId !== undefined && refundId !== paymentId) await wakeRefund(db, merchantId, refundId)
    }
  }
}
