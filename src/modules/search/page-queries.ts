import { type RawBuilder, sql } from 'kysely'
import {
  type ProductFilter,
  type ProductKey,
  type ProductSort,
  readKeys,
  type SortOrder,
} from '#src/modules/catalog/index.ts'
import { behindCursor, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'

/** What a search has to match. */
export interface Matching {
  /** A `tsquery`. */
  words: string
  filter: ProductFilter
  /** Most products have the words. */
  common: boolean
}

/** The products of a page, one more if there is another page, with their scores if they are sorted by relevance. */
export interface FoundKeys {
  keys: ProductKey[]
  scores: number[]
}

/** Where a page begins; `after` are the last two values of a cursor. */
export type Positions = Pick<PageRequest, 'limit' | 'offset' | 'after'>

/** The filter as conditions on `product_documents`. */
export function matchesFilter({
  merchantId,
  category,
  inStock,
  minPrice,
  maxPrice,
}: ProductFilter): RawBuilder<boolean> {
  const conditions = [
    sql`active`,
    ...(merchantId === undefined ? [] : [sql`merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(inStock === undefined ? [] : [sql`in_stock = ${inStock}`]),
    ...(minPrice === undefined ? [] : [sql`price_common >= ${minPrice}::bigint`]),
    ...(maxPrice === undefined ? [] : [sql`price_common <= ${maxPrice}::bigint`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

export interface FoundRow {
  keys: string | null
  scores: string | null
}

export function foundKeys({ keys, scores }: FoundRow = { keys: null, scores: null }): FoundKeys {
  return { keys: readKeys(keys), scores: scores?.split(',').map(Number) ?? [] }
}

export interface PageValues extends ProductFilter {
  words: string
  offset: number | undefined
  behind: string | number | boolean | null | undefined
  behindId: string | number | boolean | null | undefined
}

export function pageValues({ offset, after }: Positions): Omit<PageValues, 'words'> {
  const [behind, behindId] = after ?? []
  return { behind, behindId, offset: offset === 0 ? undefined : offset }
}

export const sortColumns: Record<ProductSort, { column: string; type: string }> = {
  created_at: { column: 'created_at', type: 'timestamptz(3)' },
  price: { column: 'price_common', type: 'bigint' },
  name: { column: 'name_key', type: 'text' },
}

/** SQL for the page of a query of (product_id, position), and for the keys of its products. */
export function pageOf(
  { order, type, limit }: { order: SortOrder; type: string; limit: number },
  { behind, behindId, offset = 0 }: Pick<PageValues, 'behind' | 'behindId' | 'offset'>,
  source: RawBuilder<unknown>,
) {
  const direction = sql.raw(order)
  const after = behind === undefined || behindId === undefined ? undefined : [behind, behindId]
  const onPage = behindCursor({ after }, order, ['position', type], ['product_id', 'uuid'])
  const inOrder = sql`position ${direction}, product_id ${direction}`
  return {
    page: sql`
      select product_id, position from ${source} where ${onPage} order by ${inOrder} ${pageWindow({ limit, offset })}`,
    keys: sql`string_agg(key, ',' order by ${inOrder})`,
    scores: sql`string_agg(position::text, ',' order by ${inOrder})`,
  }
}

/** SQL that reads the first matches: in the order of the table by the index of words, or all products, newest first. */
export function firstMatches(
  selected: RawBuilder<unknown>,
  { words, filter, common }: { words: RawBuilder<boolean>; filter: ProductFilter; common: boolean },
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // CASE hides that the index has the words: reading all its entries takes longer than finding the first matches.
  const [matching, order] = common
    ? [sql`case when ${words} then true else false end`, sql`order by product_id desc`]
    : [words, sql``]
  return sql`
    select ${selected} from product_documents where ${matching} and ${matchesFilter(filter)} ${order} limit ${limit}`
}
