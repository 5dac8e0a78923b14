import { sql } from 'kysely'
import type { ProductFilter, ProductSort, SortOrder } from '#src/modules/catalog/index.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type FacetName, type Facets, facetsOf } from './facet-queries.ts'
import {
  type FoundKeys,
  type FoundRow,
  firstMatches,
  foundKeys,
  type Matching,
  matchesFilter,
  type PageValues,
  type Positions,
  pageOf,
  pageValues,
  sortColumns,
} from './page-queries.ts'
import type { Relevance } from './ranked-queries.ts'
import { mostCounted } from './rules.ts'
import { has, type ScoreShape, type ScoreValues, scoreOf, scoreShape, scoreValues } from './scoring-queries.ts'

export type Order = { by: ProductSort; order: SortOrder } | Relevance

export interface Counted {
  /** At most one more than was to be counted. */
  total: number
  facets: Facets
}

/**
 * The page, the total and the facets of at most `mostCounted` matches, each read once, by one statement. If there is
 * one more, only the total is right.
 */
export async function readMatches(
  db: Executor,
  { words, filter }: Matching,
  facets: readonly FacetName[],
  order: Order,
  page: Positions,
): Promise<FoundKeys & Counted> {
  const { rows } = await matchPage(
    { facets, limit: page.limit, order: orderShape(order) },
    { ...filter, ...pageValues(page), words, ...(order.by === 'relevance' && scoreValues(order.plan, order.queries)) },
  ).execute(db)
  const [{ total, facets: counted, ...row }] = rows as [FoundRow & Counted]
  return { ...foundKeys(row), total, facets: counted }
}

/** How many products match, and their facets, of at most `mostCounted`. */
export async function countMatches(
  db: Executor,
  { words, filter, common }: Matching,
  facets: readonly FacetName[],
): Promise<Counted> {
  const { rows } = await counts({ facets, common }, { ...filter, words }).execute(db)
  return rows[0] ?? { total: 0, facets: {} }
}

type OrderShape = { by: ProductSort; order: SortOrder } | { by: 'relevance'; score: ScoreShape }

function orderShape(order: Order): OrderShape {
  return order.by === 'relevance' ? { by: order.by, score: scoreShape(order.queries, order.required) } : order
}

const matchPage = compileOnce(
  (
    { facets, limit, order }: { facets: readonly FacetName[]; limit: number; order: OrderShape },
    { words, offset, behind, behindId, ...rest }: PageValues & Partial<ScoreValues>,
  ) => {
    const byScore = order.by === 'relevance'
    const { column, type } = byScore ? { column: undefined, type: 'bigint' } : sortColumns[order.by]
    const position = byScore ? scoreOf(rest as ScoreValues, order.score) : sql.ref(column ?? '')
    const direction = byScore ? 'desc' : order.order
    const { page, keys, scores } = pageOf({ order: direction, type, limit }, { behind, behindId, offset }, sql`match`)
    const amounts = sql`select merchant_id, category, 1 as amount from match`
    return sql<FoundRow & Counted>`
      with match as materialized (
        select product_id, ${position} as position${facets.length === 0 ? sql`` : sql`, merchant_id, category`}
          from product_documents where ${has(words)} and ${matchesFilter(rest)} limit ${sql.lit(mostCounted + 1)}
      ), page as (${page})
      select (select count(*)::int from match) as total,
             ${facetsOf(facets, { category: amounts, merchant: amounts })} as facets,
             ${keys} as keys, ${byScore ? scores : sql`null`} as scores
        from page join product_keys on id = product_id`
  },
)

const counts = compileOnce(
  (
    { facets, common }: { facets: readonly FacetName[]; common: boolean },
    { words, ...filter }: ProductFilter & { words: string },
  ) => {
    const selected = facets.length === 0 ? sql`` : sql`merchant_id, category`
    const amounts = sql`select merchant_id, category, 1 as amount from match limit ${sql.lit(mostCounted)}`
    return sql<Counted>`
      with match as materialized (
        ${firstMatches(selected, { words: has(words), filter, common }, sql.lit(mostCounted + 1))}
      )
      select (select count(*)::int from match) as total,
             ${facetsOf(facets, { category: amounts, merchant: amounts })} as facets`
  },
)
