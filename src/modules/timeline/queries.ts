import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { Kind } from './sentences.ts'

export interface HappeningRow {
  id: string
  at: Date
  position: string
  kind: Kind
  actor_id: string | null
  actor_name: string | null
  currency: string
  data: Record<string, unknown>
}

interface Key {
  merchantId: string
  orderId: string
}

/** Of the audit log: what no other row says. */
const kindOfAction = sql`
  case action when 'order.edited' then 'edited' when 'order.corrected' then 'corrected'
              when 'order.drafted' then 'drafted' when 'order.payment_link_created' then 'payment_link'
              when 'return.updated' then 'return_updated' when 'order.updated' then 'status' end`
const toldActions = sql`('order.edited', 'order.corrected', 'order.drafted', 'order.payment_link_created')`

/** All that happened to an order: `id` is unique among what is of one kind. */
const happenings = ({ merchantId, orderId }: Key) => {
  const mine = sql`merchant_id = ${merchantId}::uuid and order_id = ${orderId}::uuid`
  const entries = (targets: ReturnType<typeof sql>) =>
    sql`from audit_entries where merchant_id = ${merchantId}::uuid and target_id = ${targets}`
  /** Who changed the status, if staff did. */
  const mover = (status: string) => sql`
    (select actor_id ${entries(sql`its_order.id`)} and action = 'order.updated'
        and changes -> 'status' ->> 1 = ${sql.lit(status)} order by at desc limit 1)`
  return sql`
    select id, created_at as at, 'placed' as kind,
           case source when 'staff' then (
             select actor_id ${entries(sql`its_order.id`)} and action = 'order.created' limit 1) else user_id end
             as actor_id, jsonb_build_object('source', source, 'total_minor', total_minor) as data
      from orders its_order where merchant_id = ${merchantId}::uuid and id = ${orderId}::uuid
    union all
    select id, completed_at, 'completed', ${mover('completed')}, '{}'
      from orders its_order
     where merchant_id = ${merchantId}::uuid and id = ${orderId}::uuid and completed_at is not null
    union all
    select id, cancelled_at, 'cancelled',
           case cancel_reason when 'requested_by_customer' then user_id else ${mover('cancelled')} end,
           jsonb_build_object('reason', cancel_reason)
      from orders its_order
     where merchant_id = ${merchantId}::uuid and id = ${orderId}::uuid and cancelled_at is not null
    union all
    select id, coalesce(settled_at, created_at),
           case status when 'failed' then 'payment_failed'
                       when 'pending' then 'payment_begun' when 'requires_action' then 'payment_begun' else 'paid' end,
           actor_id,
           jsonb_build_object('payment_id', id, 'method', method, 'amount_minor', amount_minor, 'failure', failure)
      from payments where ${mine}
    union all
    select id, created_at, 'refund', actor_id,
           jsonb_build_object('refund_id', id, 'amount_minor', amount_minor, 'status', status, 'reason', reason)
      from refunds where ${mine}
    union all
    select id, created_at, 'fulfillment', actor_id,
           jsonb_build_object('fulfillment_id', id, 'carrier', carrier, 'tracking_number', tracking_number, 'units',
                              (select sum((item ->> 'quantity')::int) from jsonb_array_elements(items) item))
      from fulfillments where ${mine}
    union all
    select id, created_at, 'return', coalesce(
             (select actor_id ${entries(sql`asked.id`)} and action = 'return.created' limit 1), user_id),
           jsonb_build_object('return_id', id, 'kind', kind, 'status', status)
      from returns asked where ${mine}
    union all
    select id, issued_at, 'paper', null,
           jsonb_build_object('invoice_id', id, 'number', full_number, 'kind', kind, 'total_minor', total_minor)
      from invoices where ${mine}
    union all
    select id, at, 'mail', null, jsonb_build_object('kind', kind, 'address', address, 'bounced', bounced)
      from order_mails where ${mine}
    union all
    select id, created_at, 'comment', actor_id, jsonb_build_object('comment_id', id, 'text', text)
      from comments
     where merchant_id = ${merchantId}::uuid and subject = 'order' and subject_id = ${orderId}::uuid
    union all
    select id, at, ${kindOfAction}, actor_id, changes
      ${entries(sql`${orderId}::uuid`)} and (action in ${toldActions} or action = 'order.updated' and
        changes -> 'status' ->> 1 = 'processing')
    union all
    select entry.id, entry.at, 'return_updated', entry.actor_id,
           jsonb_build_object('return_id', entry.target_id, 'status', entry.changes -> 'status' ->> 1)
      from returns asked
      join audit_entries entry on entry.merchant_id = asked.merchant_id and entry.target_id = asked.id
     where asked.merchant_id = ${merchantId}::uuid and asked.order_id = ${orderId}::uuid
       and entry.action = 'return.updated' and entry.changes ? 'status'`
}

export async function selectCurrency(db: Executor, { merchantId, orderId }: Key): Promise<string | undefined> {
  const { rows } = await sql<{ currency: string }>`
    select currency from orders where merchant_id = ${merchantId} and id = ${orderId}`.execute(db)
  return rows[0]?.currency
}

/** A page of what happened, newest first. Actors have the names of today. */
export async function selectHappenings(db: Executor, key: Key, page: PageRequest): Promise<HappeningRow[]> {
  const { merchantId } = key
  const behind = behindCursor(page, 'desc', ['at', 'timestamptz'], ['id', 'uuid'], ['kind', 'text'])
  const { rows } = await sql<HappeningRow>`
    select found.id, found.at, found.at::text as position, found.kind, found.actor_id, found.data,
           coalesce(
             (select told.name from customers told
               where told.merchant_id = ${merchantId} and told.user_id = found.actor_id and told.by_staff),
             (select name from users where users.id = found.actor_id),
             (select users.email from staff join users on users.id = staff.user_id
               where staff.merchant_id = ${merchantId} and staff.user_id = found.actor_id),
             (select name from api_keys
               where api_keys.merchant_id = ${merchantId} and api_keys.id = found.actor_id)) as actor_name
      from (select * from (${happenings(key)}) happening where ${behind}
             order by at desc, id desc, kind desc ${pageWindow(page)}) found
     order by found.at desc, found.id desc, found.kind desc`.execute(db)
  return rows
}

export function countHappenings(db: Executor, key: Key): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from (${happenings(key)}) happening`)
}
