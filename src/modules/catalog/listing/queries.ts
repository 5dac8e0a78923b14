import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import { behindCursor, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { SortValues } from '../products/known-products.ts'
import { joinStock, type ProductKey, type ProductRow, productColumns, readKeys } from '../products/queries.ts'
import { type ProductStatus, statuses } from '../products/statuses.ts'
import { ownersOf, rowsOf, withinPrices } from './count-queries.ts'
import type { ProductFilter, ProductSort, SortOrder } from './filter.ts'

export interface Listing {
  filter: ProductFilter
  sort: ProductSort
  order: SortOrder
}

/** What products are sorted by, and the type of its values in a cursor. */
export const sortColumns: Record<ProductSort, { column: RawBuilder<unknown>; type: string }> = {
  created_at: { column: sql`created_at`, type: 'timestamptz(3)' },
  price: { column: sql`price_common`, type: 'bigint' },
  name: { column: sql`name_key`, type: 'text' },
}

/** Sort values of a row, for cursors. */
export function positionOf(sort: ProductSort, row: SortValues): [string | number, string] {
  const value = { created_at: row.created_at.toISOString(), price: row.price_common, name: row.name_key }[sort]
  return [value, row.id]
}

/**
 * How to read a list that is filtered by price and sorted by something else. `walk`: scan the sort's index and filter.
 * `gather`: read the whole price range and sort it. Each alone can take time linear in the size of the catalog.
 */
export type ListPlan = 'walk' | 'gather'

/** Keys of a page of active products, and one more if there is another page. */
export async function selectProducts(
  db: Executor,
  { filter: { inStock, ...bounds }, sort, order }: Listing,
  { limit, offset, after = [] }: PageRange,
  plan: ListPlan | undefined,
): Promise<ProductKey[]> {
  const [sortValue, id] = after
  const { rows } = await keyPage(
    { sort, order, limit, inStock, plan },
    { ...bounds, sortValue, id, offset: offset === 0 ? undefined : offset },
  ).execute(db)
  return readKeys(rows[0]?.keys ?? null)
}

interface PageShape extends Pick<Listing, 'sort' | 'order'> {
  limit: number
  inStock: boolean | undefined
  plan: ListPlan | undefined
}

interface PageValues extends Omit<ProductFilter, 'inStock'> {
  offset: number | undefined
  sortValue: string | number | boolean | null | undefined
  id: string | number | boolean | null | undefined
}

const keyPage = compileOnce(
  ({ sort, order, limit, inStock, plan }: PageShape, { sortValue, id, offset = 0, ...bounds }: PageValues) => {
    const list: Listing = { filter: { ...bounds, ...(inStock !== undefined && { inStock }) }, sort, order }
    const after = sortValue === undefined || id === undefined ? undefined : [sortValue, id]
    const direction = directionOf(list)
    return sql<{ keys: string | null }>`
      with page as (${pageIds(list, { limit, offset, after }, plan)})
      select string_agg(key, ',' order by position ${direction}, id ${direction}) as keys
        from page join product_keys using (id)`
  },
)

function pageIds(list: Listing, page: PageRange, plan: ListPlan | undefined): RawBuilder<unknown> {
  const within = withinPrices(list.filter)
  if (plan === undefined) return pageOfIds(list, page, ['active'], within)
  if (plan === 'gather') return gatheredIds(list, page, within)
  // CASE hides the selectivity, so the planner keeps the sort's index. Without it, it read the whole price range: 92 ms
  // instead of 0.3 for a page of 155,000 matches.
  return pageOfIds(list, page, ['active'], sql`case when ${within} then true else false end`)
}

/**
 * A merchant's own products of these statuses. By name and price those that are not active are sorted: they are few,
 * and no index has them.
 */
export async function selectOwnProducts(
  db: Executor,
  filter: ProductFilter & { merchantId: string },
  chosen: readonly ProductStatus[],
  sorting: Pick<Listing, 'sort' | 'order'>,
  page: PageRange,
): Promise<ProductRow[]> {
  const list: Listing = { filter, ...sorting }
  const direction = directionOf(list)
  const { rows } = await sql<ProductRow>`
    select ${productColumns}
      from (${pageOfIds(list, page, chosen, sql`true`)}) page join products product on product.id = page.id ${joinStock}
     order by page.position ${direction}, page.id ${direction}`.execute(db)
  return rows
}

/** Which of a merchant's products a file has; an absent field does not restrict it. */
export interface ExportFilter {
  status?: ProductStatus | undefined
  q?: string | undefined
  ids?: readonly string[] | undefined
}

export interface ExportedProduct extends ProductRow {
  on_hand: number
}

/** Words of the product, as in a list, or the beginning of its SKU. */
const hasWords = (q: string) => sql<boolean>`
  exists (select from product_documents found
           where found.merchant_id = products.merchant_id and found.product_id = products.id
             and found.document @@ product_query(${q}))`

/**
 * A batch of a merchant's own products in order of creation, so that no change moves a product while the export runs.
 */
export async function selectForExport(
  db: Executor,
  filter: ProductFilter & { merchantId: string },
  { status, q, ids: chosen }: ExportFilter,
  page: Pick<PageRange, 'limit' | 'after'>,
): Promise<ExportedProduct[]> {
  const list: Listing = { filter, sort: 'created_at', order: 'asc' }
  const isChosen = chosen === undefined ? sql<boolean>`true` : sql<boolean>`id = any(${[...chosen]}::uuid[])`
  const condition = q === undefined ? isChosen : sql<boolean>`${isChosen} and ${hasWords(q)}`
  const ids = pageOfIds(list, { ...page, offset: 0 }, status === undefined ? statuses : [status], condition)
  const { rows } = await sql<ExportedProduct>`
    select ${productColumns}, coalesce(stock.on_hand, 0) as on_hand
      from (${ids}) page join products product on product.id = page.id ${joinStock}
     order by product.created_at, product.id`.execute(db)
  return rows.slice(0, page.limit)
}

/**
 * The page's ids by a merge of one ordered index range for each status and stock, the leading columns of the indexes.
 * Each branch has its own ORDER BY, without which the planner sorts everything (400 ms of 300,000 products, not 0.1).
 * The status is a literal, because a generic plan cannot use a partial index for a parameter.
 */
function pageOfIds(
  list: Listing,
  page: PageRange,
  chosen: readonly ProductStatus[],
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const { column } = sortColumns[list.sort]
  const branches = chosen.flatMap((status) =>
    rangesOf(list, chosen).map(
      (rows) => sql`
        (select id, ${column} as position from products
          where status = ${sql.lit(status)} and ${rows} and ${condition} and ${behind(list, page)}
          order by ${column} ${directionOf(list)}, id ${directionOf(list)})`,
    ),
  )
  return sql`select * from (${sql.join(branches, sql` union all `)}) candidate ${pageOrder(list, page)}`
}

/** The newest active products of all or of a shop have an index without the stock. */
function rangesOf({ filter, sort }: Listing, chosen: readonly ProductStatus[]): RawBuilder<boolean>[] {
  const { inStock, category, ...rest } = filter
  if (inStock !== undefined) return [rowsOf(filter)]
  const bothAtOnce = sort === 'created_at' && category === undefined && chosen.join() === 'active'
  return bothAtOnce ? [ownersOf(rest)] : [rowsOf({ ...filter, inStock: true }), rowsOf({ ...filter, inStock: false })]
}

/**
 * OFFSET 0 keeps the planner from scanning the sort's index: for the order (53 ms of 300,000 products, not 0.1), or for
 * the rows behind a cursor.
 */
function gatheredIds(list: Listing, page: PageRange, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  const { column, type } = sortColumns[list.sort]
  return sql`
    select * from (
      select id, ${column} as position from products
       where status = 'active' and ${rowsOf(list.filter)} and ${condition}
      offset 0) candidate
     where ${behindCursor(page, list.order, ['position', type], ['id', 'uuid'])} ${pageOrder(list, page)}`
}

function behind({ sort, order }: Listing, page: PageRange): RawBuilder<boolean> {
  const { column, type } = sortColumns[sort]
  return behindCursor(page, order, [column, type], ['id', 'uuid'])
}

function directionOf({ order }: Pick<Listing, 'order'>): RawBuilder<unknown> {
  return order === 'asc' ? sql`asc` : sql`desc`
}

function pageOrder(list: Listing, page: PageRange): RawBuilder<unknown> {
  const direction = directionOf(list)
  return sql`
    order by position ${direction}, id ${direction} ${pageWindow(page)}`
}

/** One active product, of any merchant. */
export async function selectActiveProduct(db: Executor, productId: string): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from products product ${joinStock}
     where product.id = ${productId} and product.status = 'active'`.execute(db)
  return rows[0]
}
