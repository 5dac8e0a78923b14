import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** More categories are not suggested by their names. */
const maxCategories = 1_000

/**
 * Names of categories with active cards, in the order of the index: one look-up for each, however many products it has.
 * Counting all would read all products.
 */
export async function selectCategoryNames(db: Executor, merchantId: string | undefined): Promise<string[]> {
  // In the order of the index and by comparison of its columns, so that no other index serves (docs/decisions/0127).
  const columns = merchantId === undefined ? sql`category` : sql`merchant_id, context, category`
  const key = (category: RawBuilder<unknown>) =>
    merchantId === undefined ? category : sql`(${merchantId}::uuid, 0::smallint, ${category})`
  const next = (behind: RawBuilder<unknown>) => sql`
    select card.category from (
      select merchant_id, context, category from listings
       where active and ${merchantId === undefined ? sql`context = 0` : sql`true`} and (${columns}) > ${key(behind)}
       order by ${columns} limit 1) card
     where card.category is not null
       ${merchantId === undefined ? sql`` : sql`and card.merchant_id = ${merchantId} and card.context = 0`}`
  const { rows } = await sql<{ category: string }>`
    with recursive found as (
      (${next(sql`''`)})
      union all
      select later.category from found cross join lateral (${next(sql`found.category`)}) later
    )
    select category from found limit ${sql.lit(maxCategories)}`.execute(db)
  return rows.map(({ category }) => category)
}
