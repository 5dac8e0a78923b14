import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { maxExactTotal } from '#src/platform/lib/totals.ts'

export interface ShopCounts {
  pending: number
  paid: number
  processing: number
  payment_failed: number
  low_stock: number
  failed_deliveries: number
  disabled_subscriptions: number
  /** That can still be accepted. */
  invitations: number
  /** Returns to be decided, and to be refunded or closed. */
  returns_requested: number
  returns_received: number
  /** Withdrawals whose refund is due by now. */
  refunds_overdue: number
  /** Refunds that a provider has refused, and that staff can still retry or settle. */
  refunds_failed: number
}

/**
 * Counts of open work at a shop, in one statement. Open orders come from the figures; the others are counted along
 * their indexes, payments and deliveries up to the maximum total of their lists.
 */
export async function selectShopCounts(db: Executor, merchantId: string): Promise<ShopCounts> {
  const mine = sql`merchant_id = ${merchantId}`
  const max = sql.lit(maxExactTotal)
  const returnsIn = (condition: RawBuilder<unknown>) => sql`(
    select count(*)::int from (select 1 from returns where ${mine} and ${condition} limit ${max}) found)`
  const { rows } = await sql<ShopCounts>`
    select orders.*,
           (select count(*)::int from (
              select 1 from orders
               where ${mine} and status in ('pending', 'paid', 'processing', 'completed', 'cancelled')
                 and payment_status = 'failed'
               limit ${max}) failed) as payment_failed,
           (select count(*)::int from low_stock where ${mine} and for_sale) as low_stock,
           subscription.failed_deliveries, subscription.disabled_subscriptions,
           (select count(*)::int from invitations where ${mine} and expires_at > now()) as invitations,
           ${returnsIn(sql`status = 'requested'`)} as returns_requested,
           ${returnsIn(sql`status = 'received'`)} as returns_received,
           ${returnsIn(sql`status in ('approved', 'received') and refund_due_at < now()`)} as refunds_overdue,
           (select count(*)::int from (select from failed_refunds(${merchantId}) limit ${max}) f) as refunds_failed
      from (
        select coalesce(sum(pending), 0)::int as pending, coalesce(sum(paid), 0)::int as paid,
               coalesce(sum(processing), 0)::int as processing
          from (select pending, paid, processing from figure_totals where ${mine}
                 union all
                select pending, paid, processing from figure_changes where ${mine}) figures) orders
     cross join (
        select coalesce(sum(
                 (select count(*) from (
                    select 1 from deliveries
                     where ${mine} and subscription_id = subscription.id and status = 'failed'
                     limit ${max}) failed)), 0)::int as failed_deliveries,
               count(*) filter (where not active and disabled_reason is not null)::int as disabled_subscriptions
          from webhook_subscriptions subscription
         where ${mine} and deleted_at is null) subscription`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('an aggregate has a row')
  return counts
}
