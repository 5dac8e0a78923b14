import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface ShopCounts {
  pending: number
  paid: number
  processing: number
  payment_failed: number
  low_stock: number
  failed_deliveries: number
  disabled_subscriptions: number
}

/** What waits for somebody at the shop: one statement over what is counted already. */
export async function selectShopCounts(db: Executor, merchantId: string): Promise<ShopCounts> {
  const mine = sql`merchant_id = ${merchantId}`
  const { rows } = await sql<ShopCounts>`
    select orders.*,
           (select coalesce(sum(products), 0) from low_stock_counts where ${mine} and for_sale)
           + (select coalesce(sum(low_products), 0) from figure_changes where ${mine} and for_sale) as low_stock,
           subscription.failed_deliveries, subscription.disabled_subscriptions
      from (
        select coalesce(sum(orders) filter (where status = 'pending'), 0)::int as pending,
               coalesce(sum(orders) filter (where status = 'paid'), 0)::int as paid,
               coalesce(sum(orders) filter (where status = 'processing'), 0)::int as processing,
               coalesce(sum(orders) filter (where payment_status = 'failed'), 0)::int as payment_failed
          from (select status, payment_status, orders from order_counts where ${mine} and day = '-infinity'
                 union all
                select status, payment_status, orders from order_count_changes where ${mine}) counted) orders
     cross join (
        select coalesce(sum(
                 (select coalesce(sum(failed), 0) from delivery_counts
                   where ${mine} and subscription_id = subscription.id and block_hours = 24)
                 + (select coalesce(sum(failed), 0) from delivery_count_changes
                     where ${mine} and subscription_id = subscription.id)), 0)::int as failed_deliveries,
               count(*) filter (where not active and disabled_reason is not null)::int as disabled_subscriptions
          from webhook_subscriptions subscription
         where ${mine} and deleted_at is null) subscription`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('an aggregate has a row')
  return counts
}

/** Invitations that can still be accepted. */
export async function countInvitations(identity: Executor, merchantId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from invitations
     where merchant_id = ${merchantId} and expires_at > now()`.execute(identity)
  return rows[0]?.total ?? 0
}
