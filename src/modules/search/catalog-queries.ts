import { sql } from 'kysely'

/** The merchant_id of `product_counts` rows that count the products of all merchants. */
export const everyMerchant = '00000000-0000-0000-0000-000000000000'

/** SQL for the exact number of active products: the counts, and the changes that are not folded into them yet. */
export const activeProducts = sql<number>`(
  (select coalesce(sum(total), 0) from product_counts
    where merchant_id = ${sql.lit(everyMerchant)} and category = '' and status = 'active')
  + (select coalesce(sum(amount), 0) from product_count_changes where status = 'active'))::int`
