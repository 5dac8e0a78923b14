import pg from 'pg'
import { checkAcknowledged } from '#test/chaos/acknowledged.ts'
import { checkLog, checkReceived } from '#test/chaos/check-events.ts'
import type { CheckedDatabase } from '#test/chaos/database.ts'
import type { Follower } from '#test/chaos/follower.ts'
import { brokenInvariants } from '#test/chaos/invariants.ts'
import type { Journal } from '#test/chaos/journal.ts'
import type { Receivers } from '#test/chaos/receivers.ts'
import type { Records } from '#test/chaos/records.ts'
import { untilFollowed, untilSettled } from '#test/chaos/settled.ts'

/** What is true when all is quiet, whatever happened before. */
export interface Found {
  ordersAcknowledged: number
  ordersKept: number
  /** Acknowledged, and not there. */
  ordersLost: number
  events: number
  deliveries: number
}

export interface Checked {
  url: string
  journal: Journal
  records: Records
  receivers: Receivers
  follower: Follower
  losses: number[]
  /** Retries of a delivery. */
  retries: number
}

const quietTimeoutMs = 180_000
const queryTimeoutMs = 60_000

/** Waits until nothing is under way any more. */
export async function untilQuiet({ url, journal, losses }: Pick<Checked, 'url' | 'journal' | 'losses'>): Promise<void> {
  await untilSettled(openDatabase(url, losses), journal, AbortSignal.timeout(quietTimeoutMs))
}

/** Compares everything with everything, when clients have stopped. Broken promises go to the journal. */
export async function checkAll(checked: Checked): Promise<Found> {
  const { url, journal, records, receivers, follower, losses, retries } = checked
  const database = openDatabase(url, losses)
  await untilQuiet(checked)
  await untilFollowed(database, follower.events)
  const { broken } = await brokenInvariants(url, 'at the end')
  for (const [name, rows] of broken) for (const row of rows) journal.fault(name, row)
  await checkAcknowledged(database, records, journal)
  await checkLog(database, follower.events, journal)
  await checkReceived(database, receivers, retries, journal)

  const kept = new Set((await database.query<{ id: string }>('select id from orders')).map(({ id }) => id))
  const placed = [...records.ordersByKey.values()]
  const [counted] = await database.query<{ events: number; deliveries: number }>(`
    select (select count(*)::int from events where not is_test) as events,
           (select count(*)::int from deliveries where status = 'delivered') as deliveries`)
  return {
    ordersAcknowledged: placed.length,
    ordersKept: kept.size,
    ordersLost: placed.filter(({ id }) => !kept.has(id)).length,
    events: counted?.events ?? 0,
    deliveries: counted?.deliveries ?? 0,
  }
}

/** How often receivers were sent what they had accepted before. */
export function acceptedAgain({ seen }: Receivers): number {
  const receipts = [...seen.values()].flatMap((events) => [...events.values()])
  return receipts.reduce((total, { accepted }) => total + Math.max(0, accepted - 1), 0)
}

function openDatabase(url: string, losses: number[]): CheckedDatabase {
  return { losses, query: (text, values) => queryOn(url, text, values) }
}

/** A host that is cut off neither answers nor refuses. */
async function queryOn<Row extends pg.QueryResultRow>(url: string, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    client.end().catch(() => {})
  }
}
