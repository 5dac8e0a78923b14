import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool.ts'
import type { OutcomeKind } from '../sending/attempt-outcome.ts'

/** A delivery this worker holds the lease of. */
export interface Leased {
  deliveryId: string
  subscriptionId: string
  eventId: string
  spent: number
  tries: number
  /** The receiver's last attempt failed. */
  failing: boolean
  /** How long it had been due. */
  waitedMs: number
}

/** With all it takes to send it. */
export interface LeasedDelivery extends Leased {
  eventName: string
  body: Buffer
  url: string
  secret: Buffer
  previousSecret: Buffer | null
}

export interface ClaimRequest {
  /** Where the last claim's round among the receivers ended. */
  position: string
  /** Only these receivers; all that have something waiting if null. */
  receivers: readonly string[] | null
  healthyLimit: number
  failingLimit: number
  /** At most so many under way for one receiver. */
  cap: number
  /** Receivers looked at before the claim ends. */
  visitLimit: number
  leaseMs: number
  slowAfterMs: number
  /** Nothing that was due before is looked at; null looks at everything. */
  dueFrom: Date | null
  token: string
}

export interface Claim {
  leased: Leased[]
  position: string
  /** Every receiver that was to be looked at was, none was another worker's just then, and there were slots for all. */
  complete: boolean
  /** Null unless all receivers that have something waiting were looked at. */
  look: Look | null
  /** Until the next delivery that waits falls due. */
  nextDueMs: number | null
  /** The database's clock, Unix milliseconds. */
  nowMs: number
}

/** A look at all receivers that have something waiting. */
export interface Look {
  /** When it began, by the database's clock. */
  at: Date
  /** What waits has been due since then; when it began if nothing does. */
  firstDue: Date
  /** Of the transactions that looked, and of the oldest that was writing as it began. */
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

/** Leases what is due and allowed (migration 0004 says how). */
export async function claimDeliveries(db: Database, request: ClaimRequest): Promise<Claim> {
  const { rows } = await sql<unknown>`
    select * from claim_deliveries(
      ${request.position}, ${request.receivers}::uuid[], ${request.healthyLimit}, ${request.failingLimit}, ${request.cap},
      ${request.visitLimit}, ${request.leaseMs}, ${request.slowAfterMs}, ${request.dueFrom}, ${request.token})`.execute(
    db,
  )
  const [head, ...leased] = rows as [HeadRow, ...LeasedRow[]]
  return {
    leased: leased.map(toLeased),
    position: head.next_position,
    complete: head.complete,
    look: lookOf(head),
    nextDueMs: head.next_due_ms,
    nowMs: head.now_ms,
  }
}

function lookOf({ looked_at, first_due, own_number, oldest_number }: HeadRow): Look | null {
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
  /** An event's name, a receiver's address. */
  text: string
  /** An event's body, a receiver's secret. */
  content: Buffer
  previous_secret: Buffer | null
}

/**
 * What is to be sent. Read apart from the claim: however slowly this arrives, no lock waits for it. A delivery without its
 * event is older than what is kept, its queue row is about to go, and it is left out.
 */
export async function readContents(db: Database, leased: readonly Leased[]): Promise<LeasedDelivery[]> {
  // Ids need no escaping, and looking for what does takes longer than sending them.
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

/** What became of an attempt, ready to be written. */
export interface Settlement {
  deliveryId: string
  token: string
  status: 'delivered' | 'failed' | 'pending'
  /** False: spends no retry and says nothing about the receiver. */
  counted: boolean
  retryInMs: number | null
  kind: OutcomeKind | 'lost'
  /** Ago, by a clock that only runs forward; no process's idea of the time of day is believed. */
  startedMsAgo: number
  durationMs: number
  statusCode: number | null
  error: string | null
  responseBody: string | null
}

/**
 * Writes outcomes, all in one transaction (migration 0004 says how); answers the ids of those whose lease still stood, or
 * nothing if each did.
 */
export async function recordOutcomes(
  db: Database,
  settlements: readonly Settlement[],
): Promise<Set<string> | undefined> {
  // Ids, numbers and words of ours need no escaping, and looking for what does takes longer than all the rest of it.
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
 * Makes deliveries due again whose worker has let its lease run out (within the last minute, if `recent`), and ends those it
 * has happened to `mostLost` times in a row; answers how many.
 */
export async function reclaimExpired(
  db: Database,
  { leaseMs, limit, mostLost, recent }: { leaseMs: number; limit: number; mostLost: number; recent: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reclaim_expired(${leaseMs}, ${limit}, ${mostLost}, ${recent}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Gives back deliveries that were leased and not begun. They count as due from now, or a claim would look past them. */
export async function releaseLeases(db: Database, token: string, deliveryIds: readonly string[]): Promise<void> {
  await sql`
    update delivery_queue set lease_token = null, lease_until = null, due_at = clock_timestamp()
     where delivery_id = any(${deliveryIds}::uuid[]) and lease_token = ${token}`.execute(db)
}
