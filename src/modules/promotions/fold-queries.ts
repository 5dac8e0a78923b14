import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/**
 * Moves up to `limit` changes into the sums. One statement deletes and adds them, so that a reader sees each change
 * exactly once. Returns the number of changes.
 */
export async function foldUseChanges(db: Executor, limit: number): Promise<number> {
  const sums = sql`sum(orders), sum(amount_minor), sum(shipping_minor)`
  const added = sql`
    orders = rollup.orders + excluded.orders, amount_minor = rollup.amount_minor + excluded.amount_minor,
    shipping_minor = rollup.shipping_minor + excluded.shipping_minor`
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from promotion_use_changes where (merchant_id, id) in (
        select merchant_id, id from promotion_use_changes order by merchant_id, id limit ${limit}
      ) returning *
    ), hours as (
      insert into promotion_use_hours as rollup
        (merchant_id, hour, promotion_id, orders, amount_minor, shipping_minor)
      select merchant_id, hour, promotion_id, ${sums} from taken group by 1, 2, 3 order by 1, 2, 3
      on conflict (merchant_id, hour, promotion_id) do update set ${added}
    ), days as (
      insert into promotion_use_days as rollup
        (merchant_id, hour, promotion_id, orders, amount_minor, shipping_minor)
      select merchant_id, date_trunc('day', hour, 'UTC'), promotion_id, ${sums}
        from taken group by 1, 2, 3 order by 1, 2, 3
      on conflict (merchant_id, hour, promotion_id) do update set ${added}
    ), totals as (
      insert into promotion_use_totals as rollup (merchant_id, promotion_id, orders)
      select merchant_id, promotion_id, sum(orders) from taken group by 1, 2 order by 1, 2
      on conflict (merchant_id, promotion_id) do update set orders = rollup.orders + excluded.orders
    )
    select count(*) as folded from taken`.execute(db)
  return rows[0]?.folded ?? 0
}
