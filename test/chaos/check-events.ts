import type { CheckedDatabase } from './database.ts'
import type { LoggedEvent } from './follower.ts'
import type { Journal } from './journal.ts'
import type { Receivers } from './receivers.ts'

/** So long may a lease be committed and not be on the disk (`synchronous_commit = off`). */
const unflushedMs = 1_000

interface EventRow {
  public_id: string
  body: string
}

const allEvents = `
  select 'evt_' || replace(id::text, '-', '') as public_id, convert_from(body, 'utf8') as body from events
   where not is_test`

/** The follower of the log has every event once, with the states of each order in their order. */
export async function checkLog(
  database: CheckedDatabase,
  events: readonly LoggedEvent[],
  journal: Journal,
): Promise<void> {
  const rows = await database.query<EventRow>(allEvents)
  const times = Map.groupBy(events, ({ id }) => id)
  for (const [id, found] of times) {
    if (found.length > 1) journal.fault('the log tells each event once', { id, times: found.length })
  }
  const stored = new Set(rows.map((row) => row.public_id))
  for (const row of rows) if (!times.has(row.public_id)) journal.fault('the log has no gaps', row)
  for (const { id } of events) if (!stored.has(id)) journal.fault('the log tells only of what happened', { id })

  const statuses = new Map<string, string>()
  for (const { id, event, data } of events) {
    if (!event.startsWith('order.')) continue
    const { id: orderId, status } = data.order
    const known = statuses.get(orderId)
    if (event === 'order.created' ? known !== undefined : known === undefined) {
      journal.fault('an order’s events begin with its creation', { orderId, id, event })
    }
    if (event === 'order.updated' && data.previous_status !== known) {
      journal.fault('an order’s updates follow one another', { orderId, id, known, told: data })
    }
    if (event === 'order.created' || event === 'order.updated') statuses.set(orderId, status)
  }
  const orders = await database.query<{ id: string; status: string }>('select id, status from orders')
  for (const { id, status } of orders) {
    if (statuses.get(id) !== status) journal.fault('the last update is the order’s status', { id, status })
  }
}

interface DeliveryRow {
  path: string
  public_id: string
  status: string
  attempts: number
  tried: number
}

/** What receivers were sent is what happened, and what is said to be delivered has arrived. */
export async function checkReceived(
  database: CheckedDatabase,
  receivers: Receivers,
  retries: number,
  journal: Journal,
): Promise<{ deliveries: number; repeated: number }> {
  const bodies = new Map((await database.query<EventRow>(allEvents)).map((row) => [row.public_id, row.body]))
  const deliveries = await database.query<DeliveryRow>(`
    select regexp_replace(url, '^http://[^/]+', '') as path, status, attempts,
           'evt_' || replace(event_id::text, '-', '') as public_id,
           (select count(*)::int from delivery_attempts where delivery_id = deliveries.id) as tried
      from deliveries join webhook_subscriptions subscription on subscription.id = subscription_id`)
  const known = new Map(deliveries.map((row) => [`${row.path} ${row.public_id}`, row]))
  let repeated = 0
  for (const [path, receipts] of receivers.seen) {
    for (const receipt of receipts.values()) {
      const { id, body, requests, overlaps, changed } = receipt
      const row = known.get(`${path} ${id}`)
      repeated += requests - 1
      if (row === undefined || bodies.get(id) !== body || changed) {
        journal.fault('a webhook tells what happened', { path, id, body, changed, stored: bodies.get(id) })
      } else if (requests > row.tried + database.losses.length) {
        // A lease is not flushed to the disk, so a crash of the database may forget one that was sent.
        journal.fault('no delivery is sent more often than it was tried', { ...row, requests })
      }
      for (const { firstAt, secondAt } of overlaps) {
        if (!database.losses.some((at) => at > firstAt - unflushedMs && at < secondAt)) {
          journal.fault('no delivery is sent by two workers at once', { path, id, firstAt, secondAt })
        }
      }
    }
  }
  for (const row of deliveries) {
    const accepted = receivers.seen.get(row.path)?.get(row.public_id)?.accepted ?? 0
    if (row.status === 'delivered' && accepted === 0) journal.fault('what is delivered was received', row)
    if (row.status === 'failed' && row.attempts <= retries) journal.fault('a delivery fails after its last retry', row)
  }
  return { deliveries: deliveries.length, repeated }
}
