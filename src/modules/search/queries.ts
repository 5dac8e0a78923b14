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
  ofForms,
  type PageValues,
  type Positions,
  pageOf,
  pageValues,
  shownCards,
  sortColumns,
  textCards,
} from './page-queries.ts'
import type { Relevance } from './ranked-queries.ts'
import { maxCounted } from './rules.ts'
import { has, type ScoreShape, type ScoreValues, scoreOf, scoreShape, scoreValues } from './scoring-queries.ts'

export type Order = { by: ProductSort; order: SortOrder } | Relevance

export interface Counted {
  /** Counted up to one above the requested maximum. */
  total: number
  facets: Facets
}

/**
 * The page, the total and the facets of at most `maxCounted` matches, each read once, by one statement. With more
 * matches only the total is valid.
 */
export async function readMatches(
  db: Executor,
  { words, filter: { variants, ...filter }, shownSku, shownWords }: Matching,
  facets: readonly FacetName[],
  order: Order,
  page: Positions,
): Promise<FoundKeys & Counted> {
  const { rows } = await matchPage(
    { facets, limit: page.limit, order: orderShape(order), variants },
    {
      ...filter,
      ...pageValues(page),
      words,
      shownSku,
      shownWords,
      ...(order.by === 'relevance' && scoreValues(order.plan, order.queries)),
    },
  ).execute(db)
  const [{ total, facets: counted, ...row }] = rows as [FoundRow & Counted]
  return { ...foundKeys(row), total, facets: counted }
}

/** The number of matches and their facets, counted over at most `maxCounted`. */
export async function countMatches(
  db: Executor,
  { words, filter: { variants, ...filter }, common }: Matching,
  facets: readonly FacetName[],
): Promise<Counted> {
  const { rows } = await counts({ facets, common, variants }, { ...filter, words }).execute(db)
  return rows[0] ?? { total: 0, facets: {} }
}

type OrderShape = { by: ProductSort; order: SortOrder } | { by: 'relevance'; score: ScoreShape }

function orderShape(order: Order): OrderShape {
  return order.by === 'relevance' ? { by: order.by, score: scoreShape(order.queries, order.required) } : order
}

interface MatchShape {
  facets: readonly FacetName[]
  limit: number
  order: OrderShape
  variants: ProductFilter['variants'] | undefined
}

const matchPage = compileOnce(
  (
    { facets, limit, order, variants }: MatchShape,
    { words, offset, behind, behindId, shownSku, shownWords, ...rest }: PageValues & Partial<ScoreValues>,
  ) => {
    const filter = { ...rest, ...(variants !== undefined && { variants }) }
    const byScore = order.by === 'relevance'
    const { column, type } = byScore ? { column: undefined, type: 'bigint' } : sortColumns[order.by]
    const position = byScore ? scoreOf(rest as ScoreValues, order.score) : sql.ref(column ?? '')
    const direction = byScore ? 'desc' : order.order
    const { page, keys, scores } = pageOf({ order: direction, type, limit }, { behind, behindId, offset }, sql`match`)
    const selected = facets.length === 0 ? sql`` : sql`, card.category`
    return sql<FoundRow & Counted>`
      with match as materialized (
        select card.merchant_id, card.card_id, ${position} as position${selected}
          from ${textCards(filter)} where ${ofForms(has(words), filter)} and ${matchesFilter(filter)}
         limit ${sql.lit(maxCounted + 1)}
      ), page as (${page})
      select (select count(*)::int from match) as total,
             ${facetsOf(facets, sql`match`)} as facets,
             ${keys} as keys, ${byScore ? scores : sql`null`} as scores
        from ${shownCards({ shownSku, shownWords, ...filter }, variants)}`
  },
)

const counts = compileOnce(
  (
    { facets, common, variants }: Pick<MatchShape, 'facets' | 'variants'> & { common: boolean },
    { words, ...rest }: Omit<ProductFilter, 'variants'> & { words: string },
  ) => {
    const filter = { ...rest, ...(variants !== undefined && { variants }) }
    const selected = facets.length === 0 ? sql`` : sql`card.merchant_id, card.card_id, card.category`
    return sql<Counted>`
      with match as materialized (
        ${firstMatches(selected, { words: has(words), filter, common }, sql.lit(maxCounted + 1))}
      ), counted as (select * from match limit ${sql.lit(maxCounted)})
      select (select count(*)::int from match) as total, ${facetsOf(facets, sql`counted`)} as facets`
  },
)
