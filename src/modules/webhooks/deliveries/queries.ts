import { type RawBuilder, sql } from 'kysely'
import { pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { countedBlocks } from './count-queries.ts'

export const deliveryStatuses = ['pending', 'delivering', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface DeliveryRow {
  id: string
  subscription_id: string
  event_id: string
  event_name: string
  status: DeliveryStatus
  attempts: number
  last_status_code: number | null
  last_error: string | null
  /** When it is sent next; null unless it waits. */
  due_at: Date | null
  created_at: Date
  updated_at: Date
}

/** A pending delivery that a worker holds the lease of is being delivered: no row is written to say so. */
const columns = sql`
  delivery.id, delivery.subscription_id, delivery.event_id, delivery.event_name, delivery.attempts,
  delivery.last_status_code, delivery.last_error, delivery.created_at, delivery.updated_at,
  case when delivery.status = 'pending' and queue.lease_token is not null then 'delivering'
       else delivery.status end as status,
  case when queue.lease_token is null then queue.due_at end as due_at`

/** One look-up for each delivery that is shown, however many wait. */
const withQueue = sql`
  left join lateral (
    select lease_token, due_at from delivery_queue where delivery_id = delivery.id limit 1) queue on true`

export interface DeliveryFilter {
  status: DeliveryStatus | undefined
  event: string | undefined
}

/** What a page is cut out of: at least the newest `most` before an id. */
interface Part {
  before: RawBuilder<unknown>
  most: number
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The subscription's deliveries, newest first: their ids are in the order of their events. */
export async function selectDeliveries(
  db: Executor,
  key: SubscriptionKey,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const before = sql`${String(page.after?.[0] ?? lastId)}::uuid`
  const part = { before, most: page.limit + 1 + page.offset }
  const chosen =
    filter.status === 'delivering'
      ? underWay(key, filter, before)
      : filter.status === undefined && filter.event === undefined
        ? newest(key, part)
        : hourByHour(key, filter, part)
  const { rows } = await sql<DeliveryRow>`
    select ${columns}
      from (${chosen} order by id desc ${pageWindow(page)}) delivery ${withQueue}
     order by delivery.id desc`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select ${totalOf(key, filter)} as total`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/**
 * The newest of all. Asked for as a range of the index, with the subscription in the order: sorted by id alone, the primary
 * key read backwards looks as good to the planner, and for a quiet subscription that reads what all others had since (of
 * 2,300,000 rows 500 ms; this way 1 ms, at any depth).
 */
function newest({ merchantId, subscriptionId }: SubscriptionKey, { before, most }: Part): RawBuilder<unknown> {
  return sql`
    select * from (
      select * from deliveries
       where merchant_id = ${merchantId} and subscription_id >= ${subscriptionId}
         and (subscription_id, id) < (${subscriptionId}, ${before})
       order by subscription_id desc, id desc limit ${atLeast(most)}) newest`
}

/**
 * The newest that a filter finds, where it finds few: the counts say in which hours there are any, and how many hours it takes.
 * The hour in which the page begins counts as empty, since it may end in it.
 */
function hourByHour(key: SubscriptionKey, filter: DeliveryFilter, { before, most }: Part): RawBuilder<unknown> {
  const { merchantId, subscriptionId } = key
  const from = sql`uuid_at(to_timestamp(hour.block * 3600.0))`
  const until = sql`least(uuid_at(to_timestamp((hour.block + 1) * 3600.0)), ${before})`
  const hidden = filter.status === 'pending' ? sql`(select count(*) from (${underWay(key, filter)}) leased)` : sql`0`
  return sql`
    select found.*
      from (select block, coalesce(sum(whole) over (order by block desc rows between unbounded preceding and 1 preceding), 0) as newer
              from (select block, case when block < uuid_hour(${before}) then sum(amount) else 0 end as whole
                      from (${countedBlocks(key, filter, 1)}) part
                     where block <= uuid_hour(${before}) group by block having sum(amount) > 0) hour) hour
     cross join lateral (
       select * from deliveries delivery
        where delivery.merchant_id = ${merchantId} and delivery.subscription_id = ${subscriptionId}
          and delivery.id >= ${from} and delivery.id < ${until} ${matching(subscriptionId, filter)}
        order by delivery.id desc limit ${atLeast(most)}) found
     where hour.newer < ${most}::int + ${hidden}`
}

/** What workers hold the lease of: a few at most, whatever else waits. */
function underWay(
  { merchantId, subscriptionId }: SubscriptionKey,
  { event }: DeliveryFilter,
  before = sql<unknown>`${lastId}::uuid`,
): RawBuilder<unknown> {
  return sql`
    select delivery.* from delivery_queue leased
     cross join lateral (
       select * from deliveries where id = leased.delivery_id and merchant_id = ${merchantId} limit 1) delivery
     where leased.subscription_id = ${subscriptionId} and leased.lease_token is not null and leased.delivery_id < ${before}
       ${named(event)}`
}

/**
 * A few texts, each planned for its size: a limit that is a parameter is taken for a tenth of the table, and then all of it
 * seems worth reading.
 */
export function atLeast(rows: number): RawBuilder<number> {
  return sql.lit([21, 101, 1_001].find((size) => size >= rows) ?? 10 ** Math.ceil(Math.log10(rows)))
}

/** Of a range of the subscription's deliveries. One is pending until its last attempt has ended, but shown so only while it waits. */
function matching(subscriptionId: string, { status, event }: DeliveryFilter): RawBuilder<unknown> {
  if (status === undefined) return named(event)
  const waits = sql`and delivery.id <> all (
    array(select delivery_id from delivery_queue where subscription_id = ${subscriptionId} and lease_token is not null))`
  return sql`${named(event)} and delivery.status = ${sql.lit(status)} ${status === 'pending' ? waits : sql``}`
}

function named(event: string | undefined): RawBuilder<unknown> {
  return event === undefined ? sql`` : sql`and delivery.event_name = ${event}`
}

/** Exact: what is counted by the day, and of what waits without what is under way. */
function totalOf(key: SubscriptionKey, filter: DeliveryFilter): RawBuilder<number> {
  const counted = sql`(select coalesce(sum(amount), 0) from (${countedBlocks(key, filter, 24)}) part)`
  const leased = sql`(select count(*) from (${underWay(key, filter)}) leased)`
  if (filter.status === 'delivering') return sql`${leased}::int`
  return filter.status === 'pending' ? sql`(${counted} - ${leased})::int` : sql`${counted}::int`
}

export interface DeliveryKey extends SubscriptionKey {
  deliveryId: string
}

/** One delivery, and the bytes it sends. */
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
