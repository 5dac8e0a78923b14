import { type RawBuilder, sql } from 'kysely'
import { pageWindow } from '#src/platform/db/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { countedBlocks } from './count-queries.ts'
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
  created_at: Date
  updated_at: Date
}

/** `delivering` is not stored: it is a pending delivery that is leased. */
const columns = sql`
  delivery.id, delivery.subscription_id, delivery.event_id, delivery.event_name, delivery.attempts,
  delivery.last_status_code, delivery.last_error, delivery.created_at, delivery.updated_at,
  case when delivery.status = 'pending' and queue.lease_token is not null then 'delivering'
       else delivery.status end as status,
  case when queue.lease_token is null then queue.due_at end as due_at`

/** One index look-up for each delivery of the page, however many wait. */
const withQueue = sql`
  left join lateral (
    select lease_token, due_at from delivery_queue where delivery_id = delivery.id limit 1) queue on true`

/** Rows that a page is taken from: at least the newest `limit` before an id. */
interface Candidates {
  before: RawBuilder<unknown>
  limit: number
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Newest first: delivery ids are in the order of their events. */
export async function selectDeliveries(
  db: Executor,
  key: SubscriptionKey,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const before = sql`${String(page.after?.[0] ?? lastId)}::uuid`
  const candidates = { before, limit: page.limit + 1 + page.offset }
  const source =
    filter.status === 'delivering'
      ? leasedDeliveries(key, filter, before)
      : filter.status === undefined && filter.event === undefined
        ? newest(key, candidates)
        : hourByHour(key, filter, candidates)
  const { rows } = await sql<DeliveryRow>`
    select ${columns}
      from (${source} order by id desc ${pageWindow(page)}) delivery ${withQueue}
     order by delivery.id desc`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select ${totalOf(key, filter)} as total`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/**
 * Without a filter. A range of the index with the subscription in the order: with `order by id` alone the planner may
 * read the primary key backwards, which for a quiet subscription reads the rows of all others (2,300,000 rows: 500 ms;
 * this way 1 ms, at any depth).
 */
function newest({ merchantId, subscriptionId }: SubscriptionKey, { before, limit }: Candidates): RawBuilder<unknown> {
  return sql`
    select * from (
      select * from deliveries
       where merchant_id = ${merchantId} and subscription_id >= ${subscriptionId}
         and (subscription_id, id) < (${subscriptionId}, ${before})
       order by subscription_id desc, id desc limit ${plannedLimit(limit)}) newest`
}

/**
 * With a filter. The counts tell which hours have matching deliveries and how many hours fill the page; only these are
 * read. The hour the page begins in is taken as empty, since the rest of it may be.
 */
function hourByHour(key: SubscriptionKey, filter: DeliveryFilter, { before, limit }: Candidates): RawBuilder<unknown> {
  const { merchantId, subscriptionId } = key
  const from = sql`uuid_at(to_timestamp(hour.block * 3600.0))`
  const until = sql`least(uuid_at(to_timestamp((hour.block + 1) * 3600.0)), ${before})`
  const leased =
    filter.status === 'pending' ? sql`(select count(*) from (${leasedDeliveries(key, filter)}) leased)` : sql`0`
  return sql`
    select found.*
      from (select block, coalesce(sum(whole) over (order by block desc
                                     rows between unbounded preceding and 1 preceding), 0) as newer
              from (select block, case when block < uuid_hour(${before}) then sum(amount) else 0 end as whole
                      from (${countedBlocks(key, filter, 1)}) part
                     where block <= uuid_hour(${before}) group by block having sum(amount) > 0) hour) hour
     cross join lateral (
       select * from deliveries delivery
        where delivery.merchant_id = ${merchantId} and delivery.subscription_id = ${subscriptionId}
          and delivery.id >= ${from} and delivery.id < ${until} ${matching(subscriptionId, filter)}
        order by delivery.id desc limit ${plannedLimit(limit)}) found
     where hour.newer < ${limit}::bigint + ${leased}`
}

/** Few, whatever else waits. */
function leasedDeliveries(
  { merchantId, subscriptionId }: SubscriptionKey,
  { event }: DeliveryFilter,
  before = sql<unknown>`${lastId}::uuid`,
): RawBuilder<unknown> {
  return sql`
    select delivery.* from delivery_queue leased
     cross join lateral (
       select * from deliveries where id = leased.delivery_id and merchant_id = ${merchantId} limit 1) delivery
     where leased.subscription_id = ${subscriptionId} and leased.lease_token is not null
       and leased.delivery_id < ${before} ${named(event)}`
}

/**
 * At least `rows`, as one of a few literals, so that there are few statements. A limit that is a parameter is estimated
 * at a tenth of the table, and then the planner prefers to read all of it.
 */
export function plannedLimit(rows: number): RawBuilder<number> {
  return sql.lit([21, 101, 1_001].find((size) => size >= rows) ?? 10 ** Math.ceil(Math.log10(rows)))
}

/** A delivery is stored as pending until its last attempt has ended; a leased one is shown as delivering. */
function matching(subscriptionId: string, { status, event }: DeliveryFilter): RawBuilder<unknown> {
  if (status === undefined) return named(event)
  const waits = sql`and delivery.id <> all (
    array(select delivery_id from delivery_queue
           where subscription_id = ${subscriptionId} and lease_token is not null))`
  return sql`${named(event)} and delivery.status = ${sql.lit(status)} ${status === 'pending' ? waits : sql``}`
}

function named(event: string | undefined): RawBuilder<unknown> {
  return event === undefined ? sql`` : sql`and delivery.event_name = ${event}`
}

/** Exact. The counts by day have leased deliveries as pending. */
function totalOf(key: SubscriptionKey, filter: DeliveryFilter): RawBuilder<number> {
  const counted = sql`(select coalesce(sum(amount), 0) from (${countedBlocks(key, filter, 24)}) part)`
  const leased = sql`(select count(*) from (${leasedDeliveries(key, filter)}) leased)`
  if (filter.status === 'delivering') return sql`${leased}::int`
  return filter.status === 'pending' ? sql`(${counted} - ${leased})::int` : sql`${counted}::int`
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
 * The deliveries of one event to the subscriptions there are, the oldest subscription first. Their ids begin as the
 * event's does: one range of the primary key, of one partition.
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
