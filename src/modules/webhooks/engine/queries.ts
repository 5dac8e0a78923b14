import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { OutcomeKind } from '../sending/attempt-outcome.ts'
import type { RetryPeriod } from '../subscriptions/rules.ts'

/** A delivery that this worker has leased. */
export interface Leased {
  deliveryId: string
  subscriptionId: string
  eventId: string
  /** Whether it was attempted since it was queued. */
  begun: boolean
  spent: number
  tries: number
  /** Failures of the receiver in a row. */
  failures: number
  /** Time since it fell due. */
  waitedMs: number
}

/** With everything the request needs. */
export interface LeasedDelivery extends Leased {
  eventName: string
  body: Buffer
  url: string
  secret: Buffer
  previousSecret: Buffer | null
  retryFor: RetryPeriod
}

export interface LeaseRequest {
  receivers: readonly string[]
  /** Deliveries, at most. */
  limit: number
  /** In flight for one receiver, at most. */
  cap: number
  leaseMs: number
  /** Only deliveries due from then on; null: all. */
  dueFrom: Date | null
  token: string
}

export interface LeasedBatch {
  leased: Leased[]
  /** Receivers that another worker was leasing for. */
  busy: string[]
  /** The database's clock, Unix milliseconds; undefined if nothing was leased. */
  nowMs: number | undefined
}

interface LeasedRow {
  subscription_id: string
  delivery_id: string | null
  event_id: string
  begun: boolean
  spent: number
  tries: number
  failures: number
  waited_ms: number
  now_ms: number
}

/** Leases due deliveries of some receivers, in their order, within the limits (leases.sql). */
export async function leaseDeliveries(db: Database, request: LeaseRequest): Promise<LeasedBatch> {
  const { receivers, limit, cap, leaseMs, dueFrom, token } = request
  const { rows } = await sql<LeasedRow>`
    select * from lease_deliveries(
      ${receivers}::uuid[], ${limit}, ${cap}, ${leaseMs}, ${dueFrom}, ${token})`.execute(db)
  const leased = rows.flatMap((row) => (row.delivery_id === null ? [] : [toLeased(row, row.delivery_id)]))
  const busy = rows.filter((row) => row.delivery_id === null).map((row) => row.subscription_id)
  return { leased, busy, nowMs: leased.length > 0 ? rows[0]?.now_ms : undefined }
}

function toLeased(row: LeasedRow, deliveryId: string): Leased {
  return {
    deliveryId,
    subscriptionId: row.subscription_id,
    eventId: row.event_id,
    begun: row.begun,
    spent: row.spent,
    tries: row.tries,
    failures: row.failures,
    waitedMs: row.waited_ms,
  }
}

/** Result of a scan of receivers with waiting deliveries. */
export interface ReceiverScan {
  receivers: { id: string; dueAt: Date }[]
  /** When it began, by the clock of the database. */
  at: Date
  /** Transaction ids: of the scan, and of the oldest transaction that was writing when it began. */
  ownNumber: number
  oldestNumber: number
  /** Until the next retry that is not due yet. */
  nextRetryMs: number | null
}

interface ScanRow {
  looked_at: Date
  own_number: number
  oldest_number: number
  next_retry_ms: number | null
  subscription_id: string | null
  due_at: Date
}

/** Receivers after `position` with waiting deliveries, at most `limit`, and when their first one is due. */
export async function scanReceivers(
  db: Database,
  { position, limit, dueFrom }: { position: string; limit: number; dueFrom: Date | null },
): Promise<ReceiverScan> {
  const { rows } = await sql<ScanRow>`select * from waiting_receivers(${position}, ${limit}, ${dueFrom})`.execute(db)
  const [head] = rows
  if (head === undefined) throw new Error('a scan returns at least one row')
  return {
    receivers: rows.flatMap(({ subscription_id: id, due_at: dueAt }) => (id === null ? [] : [{ id, dueAt }])),
    at: head.looked_at,
    ownNumber: head.own_number,
    oldestNumber: head.oldest_number,
    nextRetryMs: head.next_retry_ms,
  }
}

interface ContentRow {
  of_event: boolean
  id: string
  /** The name of an event, the URL of a receiver. */
  text: string
  /** The body of an event, the secret of a receiver. */
  content: Buffer
  previous_secret: Buffer | null
  /** Of a receiver. */
  retry_for: RetryPeriod | null
}

/**
 * Reads the contents of leased deliveries: apart from the lease, so that no lock is held while bodies are transferred.
 * Leaves out deliveries of events older than 30 days, whose partition has been dropped.
 */
export async function readContents(db: Database, leased: readonly Leased[]): Promise<LeasedDelivery[]> {
  // Array literals by hand: ids need no escaping, and pg's escaping takes longer than the transfer.
  const distinct = (ids: string[]) => `{${[...new Set(ids)].join(',')}}`
  const eventIds = distinct(leased.map(({ eventId }) => eventId))
  const receiverIds = distinct(leased.map(({ subscriptionId }) => subscriptionId))
  const { rows } = await sql<ContentRow>`
    select *, case when not of_event then (select retry_for from webhook_subscriptions where id = contents.id) end
           as retry_for
      from delivery_contents(${eventIds}, ${receiverIds}) contents`.execute(db)
  const events = new Map<string, ContentRow>()
  const receivers = new Map<string, ContentRow>()
  for (const row of rows) (row.of_event ? events : receivers).set(row.id, row)
  return leased.flatMap((delivery) => {
    const event = events.get(delivery.eventId)
    const receiver = receivers.get(delivery.subscriptionId)
    if (event === undefined || receiver === undefined) return []
    const { text: url, content: secret, previous_secret: previousSecret, retry_for } = receiver
    const retryFor = retry_for ?? 'specified'
    return [{ ...delivery, eventName: event.text, body: event.content, url, secret, previousSecret, retryFor }]
  })
}

/** The result of an attempt as it is written. */
export interface Settlement {
  deliveryId: string
  token: string
  status: 'delivered' | 'failed' | 'pending'
  /** False: it spends no retry and does not count as a failure of the receiver. */
  counted: boolean
  retryInMs: number | null
  kind: OutcomeKind | 'lost'
  /** By a monotonic clock: the wall clock of a worker may be wrong. */
  startedMsAgo: number
  durationMs: number
  statusCode: number | null
  error: string | null
  responseBody: string | null
}

/**
 * Writes outcomes in one transaction (deliveries/outcomes.sql). Returns the ids of those whose lease was
 * still valid, or undefined if all were.
 */
export async function recordOutcomes(
  db: Database,
  settlements: readonly Settlement[],
): Promise<Set<string> | undefined> {
  // Ids, numbers and constants need no escaping, and pg's escaping takes longer than everything else here.
  type Text = 'error' | 'responseBody'
  const plain = (key: Exclude<keyof Settlement, Text>) =>
    `{${settlements.map((settlement) => settlement[key] ?? 'NULL').join(',')}}`
  const text = (key: Text) => settlements.map((settlement) => settlement[key])
  const { rows } = await sql<{ written: string[] | null }>`
    select record_outcomes(
      ${plain('deliveryId')}, ${plain('token')}, ${plain('status')}, ${plain('counted')}, ${plain('retryInMs')},
      ${plain('kind')}, ${plain('startedMsAgo')}, ${plain('durationMs')}, ${plain('statusCode')}, ${text('error')},
      ${text('responseBody')}) as written`.execute(db)
  const written = rows[0]?.written ?? undefined
  return written && new Set(written)
}

/**
 * Makes deliveries due again whose lease has expired (within the last minute, if `recent`), and fails those that lost
 * `maxLost` leases in a row. Returns how many.
 */
export async function endExpiredLeases(
  db: Database,
  { leaseMs, limit, maxLost, recent }: { leaseMs: number; limit: number; maxLost: number; recent: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reclaim_expired(${leaseMs}, ${limit}, ${maxLost}, ${recent}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Releases deliveries that were leased and not begun. They are due from now: a scan may begin after their old due time.
 */
export async function releaseLeases(db: Database, token: string, deliveryIds: readonly string[]): Promise<void> {
  await sql`
    update delivery_queue set lease_token = null, lease_until = null, due_at = clock_timestamp()
     where delivery_id = any(${deliveryIds}::uuid[]) and lease_token = ${token}`.execute(db)
}

/**
 * Releases the leases of a statement whose answer was lost, or whose contents could not be read. Reads all leases,
 * which are few.
 */
export async function releaseToken(db: Database, token: string): Promise<void> {
  await sql`
    update delivery_queue set lease_token = null, lease_until = null, due_at = clock_timestamp()
     where lease_token is not null and lease_token = ${token}`.execute(db)
}

/** Marks slow attempts at a receiver that answers others: they do not count against its cap while leased. */
export async function markSlow(db: Database, attempts: readonly { deliveryId: string; token: string }[]) {
  const ids = attempts.map(({ deliveryId }) => deliveryId)
  const tokens = attempts.map(({ token }) => token)
  await sql`
    update delivery_queue queue set slow = true
      from unnest(${ids}::uuid[], ${tokens}::uuid[]) attempt (id, token)
     where queue.delivery_id = attempt.id and queue.lease_token = attempt.token`.execute(db)
}
