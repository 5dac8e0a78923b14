import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** More categories are not suggested by their names. */
const mostCategories = 1_000

/**
 * Names of categories with active cards, in the order of the index: one look-up for each, however many products it has.
 * Counting all would read all products.
 */
export async function selectCategoryNames(db: Executor, merchantId: string | undefined): Promise<string[]> {
  const ofShop = merchantId === undefined ? sql`` : sql`and card.merchant_id = ${merchantId}`
  const next = sql`
    select card.category from listings card
     where card.active and card.context = 0 ${ofShop}`
  const { rows } = await sql<{ category: string }>`
    with recursive found as (
      (${next} and card.category is not null order by card.category limit 1)
      union all
      select later.category
        from found cross join lateral (${next} and card.category > found.category order by card.category limit 1) later
    )
    select category from found limit ${sql.lit(mostCategories)}`.execute(db)
  return rows.map(({ category }) => category)
}
