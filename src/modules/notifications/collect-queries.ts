import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** What is read of one shop in one turn. */
export interface Turn {
  merchant_id: string
  merchant: string
  position: string
  /** The end of the log. */
  head: string
  seen_at: Date
  /** Rows that are younger may still be of a transaction that has not committed. */
  until: Date
}

/** Owners of new shops are told without having chosen: their shops are read from their first event on. */
export async function insertNewCursors(db: Database): Promise<void> {
  await sql`
    insert into notification_cursors (merchant_id, position, seen_at)
    select merchants.id, 0, merchants.created_at from merchants, notification_start start
     where merchants.created_at > start.since
       and not exists (select from notification_cursors cursor where cursor.merchant_id = merchants.id)
        on conflict do nothing`.execute(db)
}

/** Locks a shop that has something to read; disputes, webhooks and imports are looked at every five minutes. */
export async function lockTurn(transaction: Transaction, delaySeconds: number): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    select cursor.merchant_id, merchants.name as merchant, cursor.position::text as position,
           greatest(coalesce(head.last_position, 0), cursor.position)::text as head, cursor.seen_at,
           now() - make_interval(secs => ${delaySeconds}::float8) as until
      from notification_cursors cursor
      join merchants on merchants.id = cursor.merchant_id
      left join event_log_heads head on head.merchant_id = cursor.merchant_id
     where head.last_position > cursor.position or cursor.seen_at < now() - interval '5 minutes'
     order by cursor.seen_at limit 1
       for update of cursor skip locked`.execute(transaction)
  return rows[0]
}

export async function updateCursor(transaction: Transaction, turn: Turn, position: string): Promise<void> {
  await sql`
    update notification_cursors set position = ${position}::bigint, seen_at = greatest(seen_at, ${turn.until})
     where merchant_id = ${turn.merchant_id}`.execute(transaction)
}

export interface ReadEvent {
  position: string
  name: string
  body: Buffer
  created_at: Date
}

const names = ['order.created', 'order.updated', 'order.payment_failed', 'inventory.updated']
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export async function selectNewEvents(transaction: Transaction, turn: Turn, limit: number): Promise<ReadEvent[]> {
  const { rows } = await sql<ReadEvent>`
    select position::text as position, name, body, created_at from events
     where merchant_id = ${turn.merchant_id} and position is not null and name = any (${names}::text[])
       and (position, id) > (${turn.position}::bigint, ${lastId}::uuid)
       and (position, id) <= (${turn.head}::bigint, ${lastId}::uuid)
     order by position limit ${limit}`.execute(transaction)
  return rows
}

/** Returns among these that the customer asked for; of withdrawals, when they were declared. */
export async function selectAsked(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, { kind: string; created_at: Date }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; kind: string; created_at: Date }>`
    select id, kind, created_at from returns
     where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[])`.execute(transaction)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Marks a product as low, or as low no longer; true if it is low and was not. */
export async function markLow(
  transaction: Transaction,
  merchantId: string,
  productId: string,
  isLow: boolean,
): Promise<boolean> {
  const { rows } = isLow
    ? await sql`
        insert into notified_products (merchant_id, product_id) values (${merchantId}, ${productId})
            on conflict do nothing returning product_id`.execute(transaction)
    : await sql`
        delete from notified_products where merchant_id = ${merchantId} and product_id = ${productId}
        `.execute(transaction)
  return rows.length > 0
}

export interface OtherRow {
  kind: 'payment_failed' | 'dispute' | 'webhook_disabled' | 'import_done'
  name: string
  path: string
}

/** Refunds that failed, disputes, webhooks that were switched off and imports that ended. */
export async function selectOthers(transaction: Transaction, turn: Turn): Promise<OtherRow[]> {
  const { merchant_id, seen_at, until } = turn
  const entry = (action: string) => sql`
    select target_id, at from audit_entries entry
     where entry.merchant_id = ${merchant_id} and entry.action = ${action}
       and entry.at > ${seen_at} and entry.at <= ${until}`
  const ofPayment = (kind: string, action: string) => sql`
    select ${kind}::text as kind, orders.order_number as name, 'orders/' || orders.id as path, entry.at
      from (${entry(action)}) entry
      join payments on payments.merchant_id = ${merchant_id} and payments.id = entry.target_id
      join orders on orders.merchant_id = ${merchant_id} and orders.id = payments.order_id`
  const { rows } = await sql<OtherRow>`
    select kind, name, path from (
      ${ofPayment('payment_failed', 'payment.refund_failed')}
      union all
      ${ofPayment('dispute', 'payment.disputed')}
      union all
      select 'webhook_disabled', webhook.url, 'webhooks', entry.at
        from (${entry('webhook.updated')}
                 and entry.actor_type = 'system' and entry.changes -> 'active' = '[true, false]') entry
        join webhook_subscriptions webhook on webhook.merchant_id = ${merchant_id} and webhook.id = entry.target_id
      union all
      select 'import_done', (created + updated + unchanged)::text || ' / ' || failed::text, 'products', updated_at
        from product_imports
       where merchant_id = ${merchant_id} and status = 'completed'
         and updated_at > ${seen_at} and updated_at <= ${until}
    ) other order by at`.execute(transaction)
  return rows
}
