import { enqueue } from '#src/platform/jobs/index.ts'
import type { Dependencies } from './dependencies.ts'
import { noteDispute } from './disputes.ts'
import type { Notification } from './provider.ts'
import { wakePayment } from './queries.ts'

/**
 * Notes what a provider tells: the provider is asked about the payment or refund, by the sweep or a job. So a
 * notification that is repeated, late or out of order changes nothing (docs/decisions/0049).
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
      // The refund of a charge that no order waits for is the payment's own.
      if (refundId !== undefined && refundId !== paymentId) await wakeRefund(db, merchantId, refundId)
    }
  }
}
