import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { contextOf, formsOf, hasForm, isChosen, ownersOf, rowsOf, withinPrices } from './condition-queries.ts'
import type { ProductFilter } from './filter.ts'

/** Number of active cards of a filter, along the index of its scope, counted up to one above a list's maximum total. */
export function countCards(db: Executor, filter: ProductFilter): Promise<number> {
  const parts = formsOf(filter).map(
    (form) => sql`
      select 1 from listings card
       where active and ${contextOf('listings', filter)} and ${hasForm(form)} and ${rowsOf(filter)}
         and ${withinPrices(filter)} and ${isChosen(filter, 'listings')}`,
  )
  return countUpToMaximum(db, sql.join(parts, sql` union all `))
}

/** The same of a merchant's own cards of these statuses. */
export function countOwnCards(
  db: Executor,
  filter: ProductFilter & { merchantId: string },
  statuses: readonly ProductStatus[],
): Promise<number> {
  const forms = formsOf(filter)
  const seen = forms.map((form) => sql`card.active and ${hasForm(form)} and ${rowsOf(filter)}`)
  const stock = filter.inStock === undefined ? sql`true` : sql`card.in_stock = ${filter.inStock}`
  const ofForms = sql`card.form in (${sql.join(forms.map((form) => sql.lit(form)))})`
  const unseen = statuses.map(
    (status) => sql`not card.active and card.status = ${sql.lit(status)} and ${ofForms} and ${ownersOf(filter)}
                    and ${stock}`,
  )
  const parts = [...(statuses.includes('active') ? seen : []), ...unseen].map(
    (rows) => sql`
      select 1 from listings card
       where ${contextOf('listings', filter)} and ${rows} and ${withinPrices(filter)}
         and ${isChosen(filter, 'listings')}`,
  )
  return countUpToMaximum(db, sql.join(parts, sql` union all `))
}

export interface CategoryCount {
  name: string
  /** Sort value. */
  name_key: string
  product_count: number
}

export interface CategoryPage {
  rows: CategoryCount[]
  /** All categories of the list, with their numbers of products. */
  categories: number
  products: number
}

/** Categories that have active cards, by name, folded: counts all of these cards. */
export async function selectCategories(
  db: Executor,
  merchantId: string | undefined,
  page: PageRange,
): Promise<CategoryPage> {
  const behind = behindCursor(page, 'asc', ['name_key', 'text'], ['name', 'text'])
  const filter = merchantId === undefined ? {} : { merchantId }
  const { rows } = await sql<CategoryCount & Omit<CategoryPage, 'rows'>>`
    with counted as materialized (
      select category as name, fold_text(category) collate "C" as name_key, count(*)::int as product_count
        from listings card
       where active and ${contextOf('listings', {})} and card.form in ('g', 'p') and ${ownersOf(filter)}
         and category is not null
       group by category
    )
    select size.categories, size.products, page.name, page.name_key, page.product_count
      from (select count(*)::int as categories, coalesce(sum(product_count), 0)::int as products from counted) size
      left join lateral (
        select * from counted where ${behind} order by name_key, name
         ${pageWindow(page)}) page on true
     order by page.name_key, page.name`.execute(db)
  const { categories = 0, products = 0 } = rows[0] ?? {}
  return { rows: rows.filter((row) => row.name !== null), categories, products }
}
