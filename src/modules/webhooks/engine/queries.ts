import { sql } from 'kysely'
import type { Database } from '#src/db/pool.ts'
import type { OutcomeKind } from '../sender.ts'

/** A delivery this worker holds the lease of, with all it takes to send it. */
export interface LeasedDelivery {
  deliveryId: string
  subscriptionId: string
  merchantId: string
  eventId: string
  eventName: string
  spent: number
  tries: number
  /** The receiver's last attempt failed. */
  failing: boolean
  body: Buffer
  url: string
  secret: Buffer
  previousSecret: Buffer | null
  /** How long it had been due. */
  waitedMs: number
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
  /** What an earlier claim answered as `seenFrom`: nothing that was due before is looked at. Null looks at everything. */
  dueFrom: Date | null
  token: string
}

export interface Claim {
  deliveries: LeasedDelivery[]
  position: string
  /** Every receiver that was to be looked at was, none was another worker's just then, and there were slots for all. */
  complete: boolean
  /** Null unless all receivers that have something waiting were looked at. */
  seenFrom: Date | null
  /** Until the next delivery that waits falls due. */
  nextDueMs: number | null
  /** The database's clock, Unix milliseconds. */
  nowMs: number
}

interface ClaimRow {
  next_position: string
  complete: boolean
  seen_from: Date | null
  next_due_ms: number | null
  now_ms: number
  delivery_id: string | null
  subscription_id: string
  merchant_id: string
  event_id: string
  event_name: string
  spent: number
  tries: number
  failing: boolean
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  waited_ms: number
}

/** Leases what is due and allowed (migration 0004 says how). */
export async function claimDeliveries(db: Database, request: ClaimRequest): Promise<Claim> {
  const { rows } = await sql<ClaimRow>`
    select * from claim_deliveries(
      ${request.position}, ${request.receivers}::uuid[], ${request.healthyLimit}, ${request.failingLimit}, ${request.cap},
      ${request.visitLimit}, ${request.leaseMs}, ${request.slowAfterMs}, ${request.dueFrom}, ${request.token})`.execute(
    db,
  )
  const [first] = rows
  if (first === undefined) throw new Error('a claim always answers a row')
  const bodies = first.delivery_id === null ? new Map() : await bodiesOrRelease(db, rows, request.token)
  return {
    deliveries: rows.flatMap((row) => toLeased(row, bodies.get(row.event_id))),
    position: first.next_position,
    complete: first.complete,
    seenFrom: first.seen_from,
    nextDueMs: first.next_due_ms,
    nowMs: first.now_ms,
  }
}

/** Without their bodies the deliveries cannot be sent: they are given back, and the claim has failed. */
async function bodiesOrRelease(db: Database, rows: readonly ClaimRow[], token: string): Promise<Map<string, Buffer>> {
  try {
    return await selectBodies(db, rows)
  } catch (error) {
    const ids = rows.flatMap(({ delivery_id }) => (delivery_id === null ? [] : [delivery_id]))
    await releaseLeases(db, token, ids).catch(() => {})
    throw error
  }
}

/** Read apart from the claim: however slowly these arrive, no lock waits for them. */
async function selectBodies(db: Database, rows: readonly ClaimRow[]): Promise<Map<string, Buffer>> {
  const events = [...new Set(rows.map((row) => row.event_id))]
  const { rows: found } = await sql<{ id: string; body: Buffer }>`
    select id, body from event_bodies(${events}::uuid[])`.execute(db)
  return new Map(found.map(({ id, body }) => [id, body]))
}

function toLeased(row: ClaimRow, body: Buffer | undefined): LeasedDelivery[] {
  // Without its event the delivery is older than what is kept, and its queue row is about to go.
  if (row.delivery_id === null || body === undefined) return []
  return [
    {
      deliveryId: row.delivery_id,
      subscriptionId: row.subscription_id,
      merchantId: row.merchant_id,
      eventId: row.event_id,
      eventName: row.event_name,
      spent: row.spent,
      tries: row.tries,
      failing: row.failing,
      body,
      url: row.url,
      secret: row.secret,
      previousSecret: row.previous_secret,
      waitedMs: row.waited_ms,
    },
  ]
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

/** Writes outcomes, all in one transaction; answers the ids of those whose lease still stood (migration 0004 says how). */
export async function recordOutcomes(db: Database, settlements: readonly Settlement[]): Promise<Set<string>> {
  const column = <Key extends keyof Settlement>(key: Key) => settlements.map((settlement) => settlement[key])
  const { rows } = await sql<{ id: string }>`
    select record_outcomes(
      ${column('deliveryId')}, ${column('token')}, ${column('status')}, ${column('counted')}, ${column('retryInMs')},
      ${column('kind')}, ${column('startedMsAgo')}, ${column('durationMs')}, ${column('statusCode')}, ${column('error')},
      ${column('responseBody')}) as id`.execute(db)
  return new Set(rows.map((row) => row.id))
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
