import { type Executor, inTransaction, onCommit } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { newId, timeOf } from '#src/platform/lib/ids.ts'
import { type EventName, envelope, eventNames } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { announceCommit } from '../outbox/signal.ts'
import { lockActiveSubscription } from '../subscriptions/manage-subscriptions.ts'
import { type DeliveryRow, selectDelivery } from './queries.ts'
import { insertTestDelivery } from './send-test-queries.ts'

/**
 * Sends a sample event to this subscription only. It is signed, retried and logged like any other.
 * @throws AppError NOT_FOUND, WEBHOOK_INACTIVE
 */
export async function sendTest(
  db: Executor,
  events: Dependencies['events'],
  merchant: Merchant,
  subscriptionId: string,
  requested: EventName | undefined,
): Promise<DeliveryRow> {
  const key = { merchantId: merchant.id, subscriptionId }
  return inTransaction(db, async (transaction) => {
    const { event_names } = await lockActiveSubscription(transaction, key)
    const name = requested ?? defaultTestEvent(event_names)
    const id = newId()
    const now = timeOf(id)
    const data = events.find((each) => each.name === name)?.sample({ ...merchant, at: now })
    const body = envelope(id, name, now, data ?? {})
    const event = { id, merchant_id: merchant.id, name, body, created_at: now }
    const deliveryId = await insertTestDelivery(transaction, key, event)
    onCommit(transaction, announceCommit)
    const delivery = await selectDelivery(transaction, { ...key, deliveryId })
    if (delivery === undefined) throw new Error('the new delivery was not found')
    return delivery
  })
}

/** `order.created`, which most receivers handle, if subscribed; else the first subscribed event. */
function defaultTestEvent(subscribed: readonly string[]): EventName {
  const names = eventNames.filter((name) => subscribed.includes(name))
  return names.includes('order.created') ? 'order.created' : (names[0] ?? 'order.created')
}
