import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool.ts'
import type { OutcomeKind } from '../sending/attempt-outcome.ts'

/** A delivery that this worker has leased. */
export interface Leased {
  deliveryId: string
  subscriptionId: string
  eventId: string
  spent: number
  tries: number
  /** The receiver's last attempt failed. */
  failing: boolean
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
}

export interface LeaseRequest {
  /** Where the last scan of the receivers ended: the round goes on from there. */
  position: string
  /** Only these receivers; null: all that have something waiting. */
  receivers: readonly string[] | null
  healthyLimit: number
  failingLimit: number
  /** Leased deliveries of one receiver, at most. */
  cap: number
  /** Receivers scanned, at most. */
  visitLimit: number
  leaseMs: number
  slowAfterMs: number
  /** Only deliveries due from then on; null: all. */
  dueFrom: Date | null
  token: string
}

export interface LeasedBatch {
  leased: Leased[]
  position: string
  /** All wanted receivers were scanned, none was locked by another worker, and the limits sufficed. */
  complete: boolean
  /** Null unless all receivers that have something waiting were scanned. */
  look: QueueScan | null
  /** Until the next waiting delivery falls due. */
  nextDueMs: number | null
  /** The database's clock, Unix milliseconds. */
  nowMs: number
}

/** A scan of all receivers that have something waiting. */
export interface QueueScan {
  /** When it began, by the clock of the database. */
  at: Date
  /** The earliest due time; when the scan began if nothing waits. */
  firstDue: Date
  /** Transaction ids: of the scan, and of the oldest transaction that was writing when it began. */
  ownNumber: number
  oldestNumber: number
}

interface HeadRow {
  next_position: string
  complete: boolean
  looked_at: Date
  first_due: Date | null
  own_number: number | null
  oldest_number: number
  next_due_ms: number | null
  now_ms: number
}

interface LeasedRow {
  delivery_id: string
  subscription_id: string
  event_id: string
  spent: number
  tries: number
  failing: boolean
  waited_ms: number
}

/** Leases due deliveries within the limits (migrations/repeatable/60_claims.sql). */
export async function leaseDeliveries(db: Database, request: LeaseRequest): Promise<LeasedBatch> {
  const { rows } = await sql<unknown>`
    select * from claim_deliveries(
      ${request.position}, ${request.receivers}::uuid[], ${request.healthyLimit}, ${request.failingLimit},
      ${request.cap}, ${request.visitLimit}, ${request.leaseMs}, ${request.slowAfterMs}, ${request.dueFrom},
      ${request.token})`.execute(db)
  const [head, ...leased] = rows as [HeadRow, ...LeasedRow[]]
  return {
    leased: leased.map(toLeased),
    position: head.next_position,
    complete: head.complete,
    look: scanOf(head),
    nextDueMs: head.next_due_ms,
    nowMs: head.now_ms,
  }
}

function scanOf({ looked_at, first_due, own_number, oldest_number }: HeadRow): QueueScan | null {
  if (first_due === null || own_number === null) return null
  return { at: looked_at, firstDue: first_due, ownNumber: own_number, oldestNumber: oldest_number }
}

function toLeased(row: LeasedRow): Leased {
  return {
    deliveryId: row.delivery_id,
    subscriptionId: row.subscription_id,
    eventId: row.event_id,
    spent: row.spent,
    tries: row.tries,
    failing: row.failing,
    waitedMs: row.waited_ms,
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
}

/**
 * Reads what is to be sent. Apart from the lease, so that no lock is held while the bodies are transferred. A delivery
 * whose event is older than 30 days is left out: its partition has been dropped.
 */
export async function readContents(db: Database, leased: readonly Leased[]): Promise<LeasedDelivery[]> {
  // Array literals by hand: ids need no escaping, and pg's escaping takes longer than the transfer.
  const distinct = (ids: string[]) => `{${[...new Set(ids)].join(',')}}`
  const eventIds = distinct(leased.map(({ eventId }) => eventId))
  const receiverIds = distinct(leased.map(({ subscriptionId }) => subscriptionId))
  const { rows } = await sql<ContentRow>`
    select * from delivery_contents(${eventIds}, ${receiverIds})`.execute(db)
  const events = new Map<string, ContentRow>()
  const receivers = new Map<string, ContentRow>()
  for (const row of rows) (row.of_event ? events : receivers).set(row.id, row)
  return leased.flatMap((delivery) => {
    const event = events.get(delivery.eventId)
    const receiver = receivers.get(delivery.subscriptionId)
    if (event === undefined || receiver === undefined) return []
    const { text: url, content: secret, previous_secret: previousSecret } = receiver
    return [{ ...delivery, eventName: event.text, body: event.content, url, secret, previousSecret }]
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
 * Writes outcomes in one transaction (migrations/repeatable/65_outcomes.sql). Returns the ids of those whose lease was
 * still valid, or undefined if all were.
 */
export async function recordOutcomes(
  db: Database,
  settlements: readonly Settlement[],
): Promise<Set<string> | undefined> {
  // Ids, numbers and our own words need no escaping, and pg's escaping takes longer than everything else here.
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
