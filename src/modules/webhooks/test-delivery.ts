import { type Executor, inTransaction, onCommit } from '#src/db/transaction.ts'
import { AppError } from '#src/lib/errors.ts'
import { newId, timeOf } from '#src/lib/ids.ts'
import type { Merchant } from '#src/modules/merchants/index.ts'
import { announceCommit, type EventName, envelope } from '#src/outbox/index.ts'
import { type DeliveryRow, selectDelivery } from './delivery-log-queries.ts'
import { gone } from './manage-subscriptions.ts'
import { sampleData } from './samples.ts'
import { insertTestDelivery } from './sending-queries.ts'
import { holdSubscription } from './subscription-queries.ts'
import { defaultTestEvent } from './subscription-rules.ts'

/**
 * Sends a sample of an event, signed, retried and logged like any other, to this subscription only.
 * @throws AppError NOT_FOUND, WEBHOOK_INACTIVE
 */
export async function sendTest(
  db: Executor,
  merchant: Merchant,
  subscriptionId: string,
  wanted: EventName | undefined,
): Promise<DeliveryRow> {
  const key = { merchantId: merchant.id, subscriptionId }
  return inTransaction(db, async (transaction) => {
    const subscription = (await holdSubscription(transaction, key)) ?? gone()
    if (!subscription.active) refuseInactive()
    const name = wanted ?? defaultTestEvent(subscription.event_names)
    const id = newId()
    const now = timeOf(id)
    const body = envelope(id, name, now, sampleData(name, merchant, now))
    const event = { id, merchant_id: merchant.id, name, body, created_at: now }
    const deliveryId = await insertTestDelivery(transaction, key, event)
    onCommit(transaction, announceCommit)
    const delivery = await selectDelivery(transaction, { ...key, deliveryId })
    if (delivery === undefined) throw new Error('a delivery just made is gone')
    return delivery
  })
}

export function refuseInactive(): never {
  throw new AppError('WEBHOOK_INACTIVE', 'the webhook is inactive; set active to true first')
}
