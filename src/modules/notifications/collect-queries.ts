import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { wantsBesideLog } from './queries.ts'

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

export async function selectNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]?.now as Date
}

/**
 * The least position that a log has which has moved since then: positions are microseconds, and the transaction that
 * gives one may take a while to commit.
 */
const positionOf = (since: Date | undefined) =>
  since === undefined
    ? sql`0`
    : sql`(extract(epoch from ${since}::timestamptz - interval '1 minute') * 1000000)::bigint`

/** Owners of new shops are told without having chosen: their shops are read from their first event on. */
export async function insertNewCursors(db: Database, since: Date | undefined): Promise<void> {
  await sql`
    insert into notification_cursors (merchant_id, position, seen_at)
    select merchants.id, 0, merchants.created_at
      from event_log_heads head
      join merchants on merchants.id = head.merchant_id
      join notification_start start on merchants.created_at > start.since
     where head.last_position > ${positionOf(since)}
       and not exists (select from notification_cursors cursor where cursor.merchant_id = head.merchant_id)
        on conflict do nothing`.execute(db)
}

/**
 * Shops whose log has moved since then. Disputes, webhooks and imports have no event: where somebody wants them, they
 * are looked at every five minutes.
 */
export async function selectStirred(db: Database, since: Date | undefined): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select head.merchant_id from event_log_heads head
      join notification_cursors cursor on cursor.merchant_id = head.merchant_id
     where head.last_position > ${positionOf(since)} and head.last_position > cursor.position
    union
    select choice.merchant_id from notification_choices choice
      join notification_cursors cursor on cursor.merchant_id = choice.merchant_id
     where cursor.seen_at < now() - interval '5 minutes' and ${wantsBesideLog}`.execute(db)
  return rows.map(({ merchant_id }) => merchant_id)
}

/** Locks the shop if it has something to read, and nobody else does. */
export async function lockTurn(
  transaction: Transaction,
  merchantId: string,
  delaySeconds: number,
): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    select cursor.merchant_id, merchants.name as merchant, cursor.position::text as position,
           greatest(coalesce(head.last_position, 0), cursor.position)::text as head, cursor.seen_at,
           now() - make_interval(secs => ${delaySeconds}::float8) as until
      from notification_cursors cursor
      join merchants on merchants.id = cursor.merchant_id
      left join event_log_heads head on head.merchant_id = cursor.merchant_id
     where cursor.merchant_id = ${merchantId}
       and (head.last_position > cursor.position or cursor.seen_at < now() - interval '5 minutes')
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

const names = ['order.created', 'order.updated', 'order.payment_succeeded', 'order.payment_failed', 'inventory.updated']
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
export async function selectRequestedReturns(
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
