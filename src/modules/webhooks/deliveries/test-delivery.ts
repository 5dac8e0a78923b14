import { type Executor, inTransaction, onCommit } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId, timeOf } from '#src/platform/lib/ids.ts'
import { announceCommit, type EventName, envelope } from '#src/platform/outbox/index.ts'
import { gone } from '../subscriptions/manage-subscriptions.ts'
import { holdSubscription } from '../subscriptions/queries.ts'
import { defaultTestEvent } from '../subscriptions/rules.ts'
import { insertTestDelivery } from './new-delivery-queries.ts'
import { type DeliveryRow, selectDelivery } from './queries.ts'
import { sampleData } from './samples.ts'

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
