import { type RawBuilder, sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import { countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import type { DeliveryFilter, DeliveryStatus } from './rules.ts'

export interface DeliveryRow {
  id: string
  subscription_id: string
  event_id: string
  event_name: string
  status: DeliveryStatus
  attempts: number
  last_status_code: number | null
  last_error: string | null
  /** When the next attempt is due; null unless it waits. */
  due_at: Date | null
  /** Whether it was attempted since it was queued; null if it has ended. */
  begun: boolean | null
  created_at: Date
  updated_at: Date
}

/** `delivering` is not stored: it is a pending delivery that is leased. */
const columns = sql`
  delivery.id, delivery.subscription_id, delivery.event_id, delivery.event_name, delivery.attempts,
  delivery.last_status_code, delivery.last_error, delivery.created_at, delivery.updated_at,
  case when delivery.status = 'pending' and queue.lease_token is not null then 'delivering'
       else delivery.status end as status,
  case when queue.lease_token is null then queue.due_at end as due_at, queue.begun`

/** One index look-up for each delivery of the page, however many wait. */
const withQueue = sql`
  left join lateral (
    select lease_token, due_at, begun from delivery_queue where delivery_id = delivery.id limit 1) queue on true`

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Newest first: delivery ids are in the order of their events. */
export async function selectDeliveries(
  db: Executor,
  key: SubscriptionKey,
  filter: DeliveryFilter,
  page: PageRange,
): Promise<DeliveryRow[]> {
  const before = sql`${String(page.after?.[0] ?? lastId)}::uuid`
  const { rows } = await sql<DeliveryRow>`
    select ${columns}
      from (${listed(key, filter, before)} order by ${orderOf(key, filter)} ${pageWindow(page)}) listed
      join deliveries delivery on delivery.id = listed.id ${withQueue}
     order by delivery.id desc`.execute(db)
  return rows
}

export function countDeliveries(db: Executor, key: SubscriptionKey, filter: DeliveryFilter): Promise<number> {
  return countUpToMaximum(db, listed(key, filter, sql`${lastId}::uuid`))
}

/**
 * Ids of the deliveries of a filter. Waiting and leased (`delivering`) deliveries are in the queue. The rest is a range
 * of one index, written as rows between two others and ordered by all of its columns: no other index has that order.
 * With `merchant_id = …` the planner orders by id alone, and may read the primary key backwards: for a quiet
 * subscription that reads the rows of all others (2,300,000 rows: 500 ms instead of 1 ms).
 */
function listed(
  { merchantId, subscriptionId }: SubscriptionKey,
  { status, event }: DeliveryFilter,
  before: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const named = event === undefined ? sql`` : sql`and delivery.event_name = ${event}`
  if (status === 'pending' || status === 'delivering') {
    const leased = status === 'pending' ? sql`is null` : sql`is not null`
    return sql`
      select delivery.id from delivery_queue queue
       cross join lateral (
         select id from deliveries delivery
          where delivery.id = queue.delivery_id and ${isOwnedBy('delivery.merchant_id', merchantId)} ${named}
         offset 0) delivery
       where queue.subscription_id = ${subscriptionId} and queue.lease_token ${leased}
         and queue.delivery_id < ${before}`
  }
  const range = rangeOf({ merchantId, subscriptionId }, { status, event })
  const columns = columnsOf(range)
  const values = sql.join(Object.values(range))
  const own = sql`
    select delivery.id from deliveries delivery
     where (${columns}) >= (${values}, ${firstId}::uuid) and (${columns}) <= (${values}, ${before})
       and delivery.id <> ${before}`
  if (range.status !== undefined) return sql`${own} and delivery.status in ('failed', 'cancelled') ${named}`
  // Most have it; CASE keeps the planner from taking them for few, which it would sort.
  return status === undefined
    ? own
    : sql`${own} and case when delivery.status = ${sql.lit(status)} then true else false end ${named}`
}

/** The columns of one index before the id. */
function rangeOf(key: SubscriptionKey, { status, event }: DeliveryFilter): Record<string, string> {
  return {
    merchant_id: key.merchantId,
    subscription_id: key.subscriptionId,
    ...(status === 'failed' || status === 'cancelled' ? { status } : event !== undefined && { event_name: event }),
  }
}

const columnsOf = (range: Record<string, string>): RawBuilder<unknown> =>
  sql.join([...Object.keys(range), 'id'].map((column) => sql.ref(`delivery.${column}`)))

function orderOf(key: SubscriptionKey, filter: DeliveryFilter): RawBuilder<unknown> {
  if (filter.status === 'pending' || filter.status === 'delivering') return sql`queue.delivery_id desc`
  return sql.join(
    [...Object.keys(rangeOf(key, filter)), 'id'].map((column) => sql`${sql.ref(`delivery.${column}`)} desc`),
  )
}

export interface DeliveryKey extends SubscriptionKey {
  deliveryId: string
}

/** One delivery with the bytes it sends. */
export async function selectDelivery(
  db: Executor,
  { merchantId, subscriptionId, deliveryId }: DeliveryKey,
): Promise<(DeliveryRow & { body: Buffer }) | undefined> {
  const { rows } = await sql<DeliveryRow & { body: Buffer }>`
    select ${columns}, event.body
      from deliveries delivery
      join events event on event.id = delivery.event_id ${withQueue}
     where delivery.merchant_id = ${merchantId} and delivery.subscription_id = ${subscriptionId}
       and delivery.id = ${deliveryId}`.execute(db)
  return rows[0]
}

/**
 * The deliveries of one event, the oldest subscription first. Their ids share the prefix of the event's id: one range
 * of the primary key, in one partition.
 */
export async function selectDeliveriesOfEvent(
  db: Executor,
  merchantId: string,
  eventId: string,
): Promise<DeliveryRow[]> {
  const begin = eventId.slice(0, -12)
  const { rows } = await sql<DeliveryRow>`
    select ${columns}
      from (select * from deliveries
             where id between ${`${begin}${'0'.repeat(12)}`} and ${`${begin}${'f'.repeat(12)}`}
               and merchant_id = ${merchantId} and event_id = ${eventId}) delivery
      join webhook_subscriptions subscription
        on subscription.id = delivery.subscription_id and subscription.merchant_id = ${merchantId}
       and subscription.deleted_at is null ${withQueue}
     order by delivery.subscription_id`.execute(db)
  return rows
}

export interface AttemptRow {
  number: number
  started_at: Date
  duration_ms: number
  outcome: string
  status_code: number | null
  error: string | null
  response_body: string | null
}

export interface DeliveryDetail extends DeliveryRow {
  body: Buffer
  attempt_log: AttemptRow[]
}

/** One delivery with the bytes it sends and every attempt, in order. */
export async function selectDeliveryDetail(db: Executor, key: DeliveryKey): Promise<DeliveryDetail | undefined> {
  const delivery = await selectDelivery(db, key)
  if (delivery === undefined) return undefined
  const { rows } = await sql<AttemptRow>`
    select number, started_at, duration_ms, outcome, status_code, error, response_body
      from delivery_attempts attempt
     where delivery_id = ${key.deliveryId}
       and exists (select from deliveries where id = ${key.deliveryId} and merchant_id = ${key.merchantId})
     order by number`.execute(db)
  return { ...delivery, attempt_log: rows }
}
