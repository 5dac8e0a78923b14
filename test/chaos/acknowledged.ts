import type { CheckedDatabase } from './database.ts'
import type { Journal } from './journal.ts'
import { canBecome, canEndAs, type OrderStatus, type Records, type ShownOrder } from './records.ts'

interface OrderRow {
  id: string
  user_id: string
  order_number: string
  status: OrderStatus
  total: string
  paid_at: Date | null
  items: ShownOrder['items']
}

/** Compares what clients were answered with what the database says at the end. */
export async function checkAcknowledged(database: CheckedDatabase, records: Records, journal: Journal): Promise<void> {
  await checkOrders(database, records, journal)
  await checkPayments(database, records, journal)
  await checkStockChanges(database, records, journal)
  await checkCarts(database, records, journal)
  await checkWebhooks(database, records, journal)
}

/** Each key is one order, and there are no others: all of them were asked for with a key until they were answered. */
async function checkOrders(
  database: CheckedDatabase,
  { ordersByKey, orders }: Records,
  journal: Journal,
): Promise<void> {
  const rows = await database.query<OrderRow>(`
    select id, user_id, order_number, status, (total_minor / 100.0)::text as total, paid_at,
           (select json_agg(json_build_object('product_id', product_id, 'quantity', quantity,
                                              'price', price_minor / 100.0) order by line)
              from order_items where order_id = orders.id) as items
      from orders`)
  compareKeys('one order for each key', ordersByKey, rows, journal)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [key, placed] of ordersByKey) {
    const row = byId.get(placed.id)
    // An edit that is not paid is taken back.
    if (row !== undefined && placed.expires_at === undefined && frozen(row) !== frozen(placed)) {
      journal.fault('an order is as it was answered', { key, placed, row })
    }
  }
  for (const seen of orders.values()) {
    const row = byId.get(seen.id)
    if (row === undefined) journal.fault('an order that was seen exists', seen)
    else if (!canBecome(seen.status, row.status) || (seen.paid_at !== null && !sameMoment(seen.paid_at, row.paid_at)))
      journal.fault('an order’s state follows the last one that was seen', { seen, row })
  }
}

/** What of an order never changes. */
function frozen({ id, user_id, order_number, total, items }: OrderRow | ShownOrder): string {
  const lines = items.map(({ product_id, quantity, price }) => [product_id, quantity, price])
  return JSON.stringify([id, user_id, order_number, Number(total), lines])
}

function sameMoment(shown: string, stored: Date | null): boolean {
  return stored !== null && new Date(shown).getTime() === stored.getTime()
}

async function checkPayments(database: CheckedDatabase, { paymentsByKey }: Records, journal: Journal): Promise<void> {
  const rows = await database.query<{ id: string; order_id: string; method: string; status: string; amount: string }>(
    'select id, order_id, method, status, (amount_minor / 100.0)::text as amount from payments',
  )
  compareKeys('one payment for each key', paymentsByKey, rows, journal)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [key, seen] of paymentsByKey) {
    const row = byId.get(seen.id)
    const agrees =
      row !== undefined &&
      canEndAs(seen.status, row.status) &&
      row.order_id === seen.order_id &&
      row.method === seen.method &&
      Number(row.amount) === seen.amount
    if (!agrees) journal.fault('a payment ends as it was answered', { key, seen, row })
  }
}

/** Each key made one row, no row was made by two keys, and there is no row without a key. */
function compareKeys(
  promise: string,
  byKey: ReadonlyMap<string, { id: string }>,
  rows: readonly { id: string }[],
  journal: Journal,
): void {
  const keys = Map.groupBy(byKey, ([, { id }]) => id)
  const stored = new Set(rows.map(({ id }) => id))
  for (const [id, entries] of keys) {
    if (!stored.has(id)) journal.fault(promise, { id, key: entries[0]?.[0], missing: true })
    if (entries.length > 1) journal.fault(promise, { id, keys: entries.map(([key]) => key) })
  }
  for (const row of rows) if (!keys.has(row.id)) journal.fault(promise, { row, neverAnswered: true })
}

/** An answered change is in the ledger once, a refused one is not, an unanswered one is once or not. */
async function checkStockChanges(
  database: CheckedDatabase,
  { stockChanges }: Records,
  journal: Journal,
): Promise<void> {
  const rows = await database.query<{ reason: string; product_id: string; on_hand_change: number }>(
    `select reason, product_id, on_hand_change from stock_movements where type = 'adjustment'`,
  )
  const byReason = Map.groupBy(rows, ({ reason }) => reason)
  const known = new Set(stockChanges.map(({ reason }) => reason))
  for (const change of stockChanges) {
    const found = byReason.get(change.reason) ?? []
    const isAsAnswered =
      change.outcome === 'unknown' ? found.length <= 1 : found.length === (change.outcome === 'changed' ? 1 : 0)
    const isSame = found.every((row) => row.product_id === change.productId && row.on_hand_change === change.adjust)
    if (!isAsAnswered || !isSame)
      journal.fault('a change of stock is in the ledger as it was answered', { change, found })
  }
  for (const row of rows) {
    if (!known.has(row.reason)) journal.fault('a change of stock is in the ledger as it was answered', { row })
  }
}

async function checkCarts(database: CheckedDatabase, { carts }: Records, journal: Journal): Promise<void> {
  const rows = await database.query<{ user_id: string; product_id: string; quantity: number }>(
    'select user_id, product_id, quantity from cart_items',
  )
  const stored = new Set(rows.map((row) => `${row.user_id} ${row.product_id} ${row.quantity}`))
  const made = new Set([...carts].flatMap(([userId, lines]) => [...lines].map((line) => `${userId} ${line.join(' ')}`)))
  const promise = 'a cart is what its owner made it'
  for (const line of made) if (!stored.has(line)) journal.fault(promise, { line, isMissing: true })
  for (const line of stored) if (!made.has(line)) journal.fault(promise, { line, isMissing: false })
}

/** Deleted ones keep their rows for a month. */
async function checkWebhooks(database: CheckedDatabase, { webhooksByKey }: Records, journal: Journal): Promise<void> {
  const rows = await database.query<{ id: string }>(`select id from webhook_subscriptions where url like '%/moody/_%'
    and url not like '%/moody/orders'`)
  const byKey = new Map([...webhooksByKey].map(([key, id]) => [key, { id }]))
  compareKeys('one webhook for each key', byKey, rows, journal)
}
