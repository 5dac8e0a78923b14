import { sql } from 'kysely'
import type { OrderKey } from '#src/modules/orders/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'

/** No payment of the order is under way. */
export const isSettled = sql`
  not exists (
    select from payments
     where payments.merchant_id = orders.merchant_id and payments.order_id = orders.id
       and payments.status in ('pending', 'requires_action'))`

/** Its expiry is not postponed. */
export const isDue = sql`
  not exists (
    select from postponed_expiries postponed
     where postponed.merchant_id = orders.merchant_id and postponed.order_id = orders.id
       and postponed.due_at > now())`

/**
 * Orders unpaid after the window, or their own time, oldest first. Excludes orders with an open payment, which is
 * settled first, and postponed ones.
 */
export async function selectUnpaid(
  db: Executor,
  windowSeconds: number,
  limit: number,
): Promise<{ merchant_id: string; id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    (select merchant_id, id, created_at from orders
      where status = 'pending' and expires_at is null
        and created_at < now() - make_interval(secs => ${windowSeconds}::float8) and ${isSettled} and ${isDue}
      order by created_at limit ${limit})
    union all
    (select merchant_id, id, created_at from orders
      where status = 'pending' and expires_at < now() and ${isSettled} and ${isDue}
      order by expires_at limit ${limit})
    order by created_at limit ${limit}`.execute(db)
  return rows
}

/** Remaining seconds to pay an order: of its own time, or of `windowSeconds`; 0 or less if they have ended. */
export async function selectSecondsLeft(db: Executor, key: OrderKey, windowSeconds: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select case status when 'pending'
             then coalesce(extract(epoch from expires_at - now())::float8,
                           extract(epoch from created_at - now())::float8 + ${windowSeconds}::float8)
             else 0 end as seconds
      from orders where merchant_id = ${key.merchantId} and id = ${key.orderId}`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Postpones an order by 1 minute, then each time by twice as long, up to an hour. */
export async function postponeExpiry(db: Executor, { merchantId, orderId }: OrderKey): Promise<void> {
  await sql`
    insert into postponed_expiries (merchant_id, order_id, due_at)
    values (${merchantId}, ${orderId}, now() + interval '1 minute')
    on conflict (merchant_id, order_id) do update
      set attempts = postponed_expiries.attempts + 1,
          due_at = now() + least(interval '1 minute' * 2 ^ least(postponed_expiries.attempts, 6),
                                 interval '1 hour')`.execute(db)
}

/** Deletes the postponements of orders that do not wait for payment any more. */
export async function deleteEndedPostponements(db: Executor): Promise<void> {
  await sql`
    delete from postponed_expiries postponed
     where not exists (
       select from orders
        where orders.merchant_id = postponed.merchant_id and orders.id = postponed.order_id
          and (orders.status = 'pending' or exists (
                select from unpaid_edits edit
                 where edit.merchant_id = orders.merchant_id and edit.order_id = orders.id)))`.execute(db)
}
