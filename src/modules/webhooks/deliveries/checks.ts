import { type Check, checksOf } from '#src/platform/db/checks.ts'

/**
 * Events without a delivery to a subscription that never changed. An event of a transaction that began before the
 * subscription was committed has none, though it may be later by the clock of its process.
 */
export const undelivered = (after: string) => `
  select subscription.merchant_id, subscription.id as subscription_id, event.id as event_id, event.name
    from webhook_subscriptions subscription
    join events event on event.merchant_id = subscription.merchant_id
     and event.name = any (subscription.event_names)
     and event.created_at > subscription.created_at + interval '${after}'
    left join deliveries on deliveries.id = delivery_id(event.id, subscription.id)
   where subscription.created_at = subscription.updated_at and subscription.active and subscription.deleted_at is null
     and not is_test and deliveries.id is null`

export const deliveryChecks: Check[] = checksOf('deliveries', {
  'an event has a delivery to each subscription to it that was never changed': ['events', undelivered('10 minutes')],
  'a delivery waits in the queue if it is pending, and else does not': [
    'deliveries',
    `select coalesce(delivery.id, queue.delivery_id) as delivery_id, status, queue.delivery_id is not null as queued
       from delivery_queue queue full join (select id, status from deliveries where status = 'pending') delivery
         on delivery.id = queue.delivery_id where queue.delivery_id is null or delivery.id is null`,
  ],
})
