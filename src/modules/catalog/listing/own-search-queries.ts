import { type RawBuilder, sql } from 'kysely'
import { behindCursor, countAtMost, pageWindow } from '#src/platform/db/statements/paging.ts'
import { productQuery } from '#src/platform/db/statements/product-query.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { joinStock, type ProductRow, productColumns } from '../products/queries.ts'
import type { ProductSort, SortOrder } from './filter.ts'
import { sortColumns } from './queries.ts'

export interface OwnSearch extends OwnSorting {
  merchantId: string
  q: string
  status: string | undefined
  category: string | undefined
}

export interface OwnSorting {
  sort: ProductSort
  order: SortOrder
}

/**
 * A merchant's own products of any status that have all words of `q`, in any form or as prefixes, or a SKU with this
 * prefix.
 */
export async function searchOwnProducts(db: Executor, search: OwnSearch, page: PageRange): Promise<ProductRow[]> {
  const direction = search.order === 'asc' ? sql`asc` : sql`desc`
  const behind = behindCursor(page, search.order, ['position', sortColumns[search.sort].type], ['id', 'uuid'])
  const { rows } = await sql<ProductRow>`
    with match as (${matchesOf(search)}), page as (
      select * from match where ${behind} order by position ${direction}, id ${direction}
       ${pageWindow(page)}
    )
    select ${productColumns} from page
      join products product on product.merchant_id = ${search.merchantId} and product.id = page.id ${joinStock}
     order by page.position ${direction}, page.id ${direction}`.execute(db)
  return rows
}

export function countOwnMatches(db: Executor, search: OwnSearch): Promise<number> {
  return countAtMost(db, matchesOf(search))
}

function matchesOf({ merchantId, q, status, category, sort }: OwnSearch): RawBuilder<unknown> {
  const inStatus = status === undefined ? sql`` : sql` and product.status = ${status}`
  const inCategory = category === undefined ? sql`` : sql` and product.category = ${category}`
  return sql`
    select product.id, product.${sortColumns[sort].column} as position
      from product_documents found
      join products product on product.merchant_id = found.merchant_id and product.id = found.product_id
     where found.merchant_id = ${merchantId}${inStatus}${inCategory} and found.document @@ ${productQuery(q)}`
}

/** The merchant's product with exactly this SKU, if the rest of the search has it too. */
export async function selectProductBySku(
  db: Executor,
  {
    merchantId,
    sku,
    q,
    status,
    category,
  }: Omit<OwnSearch, 'q' | keyof OwnSorting> & { sku: string; q: string | undefined },
): Promise<ProductRow | undefined> {
  const inStatus = status === undefined ? sql`` : sql` and product.status = ${status}`
  const inCategory = category === undefined ? sql`` : sql` and product.category = ${category}`
  const hasWords =
    q === undefined
      ? sql``
      : sql` and exists (select from product_documents found
                          where found.merchant_id = product.merchant_id and found.product_id = product.id
                            and found.document @@ ${productQuery(q)})`
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from products product ${joinStock}
     where product.merchant_id = ${merchantId} and product.sku = ${sku}${inStatus}${inCategory}${hasWords}`.execute(db)
  return rows[0]
}
