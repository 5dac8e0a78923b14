import { sql } from 'kysely'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import {
  type FoundKeys,
  type FoundRow,
  foundKeys,
  hasLanguage,
  type Matching,
  pageOf,
  pageValues,
  shownCards,
  textCards,
} from './page-queries.ts'
import type { Relevance } from './ranked-queries.ts'
import { has, type ScoreShape, type ScoreValues, scoreOf, scoreShape, scoreValues } from './scoring-queries.ts'

/** So many of the newest cards are looked at. */
export const maxLookedUp = 3_000

/** So many matches are ranked. */
const maxRanked = 50

export interface Newest extends FoundKeys {
  /** No other card of the scope matches, or there are enough. */
  isComplete: boolean
}

/**
 * The best matches among the newest cards, of a merchant or of all. The time does not depend on how many match: the
 * index of words collects all matches of a frequent word first, 100 ms for 150,000 of a million.
 */
export async function readNewest(
  db: Executor,
  { words, filter: { merchantId, language, context }, shownSku, shownWords }: Matching,
  { plan, queries, required }: Relevance,
  limit: number,
): Promise<Newest> {
  const { rows } = await newestPage(
    { limit, score: scoreShape(queries, required) },
    { merchantId, language, context, words, shownSku, shownWords, ...scoreValues(plan, queries) },
  ).execute(db)
  return { ...foundKeys(rows[0]), isComplete: rows[0]?.is_complete ?? true }
}

const firstPage = pageValues({ limit: 0, offset: 0, after: undefined })

interface NewestValues extends ScoreValues {
  merchantId: string | undefined
  language: string | undefined
  context: number | undefined
  words: string
  shownSku: string
  shownWords: string[]
}

const newestPage = compileOnce(
  (
    { limit, score }: { limit: number; score: ScoreShape },
    { merchantId, language, context, words, ...values }: NewestValues,
  ) => {
    const spoken = language === undefined ? {} : { language }
    const cards = textCards(context === undefined ? {} : { context })
    const scope =
      merchantId === undefined
        ? sql`card.active and card.form <> 'v' and card.language = ''`
        : sql`card.merchant_id = ${merchantId}::uuid and ${hasLanguage(spoken)}`
    const { page, keys, scores } = pageOf({ order: 'desc', type: 'bigint', limit }, firstPage, sql`candidate`)
    const { shownSku, shownWords } = values
    return sql<FoundRow & { is_complete: boolean }>`
      with newest as (
        select card.* from ${cards} where ${scope} order by card.card_id desc limit ${sql.lit(maxLookedUp)}
      ), candidate as materialized (
        select card.merchant_id, card.card_id, ${scoreOf(values, score)} as position
          from newest card where card.active and card.form <> 'v' and ${has(words)} limit ${sql.lit(maxRanked)}
      ), page as (${page})
      select ${keys} as keys, ${scores} as scores,
             case when (select count(*) from candidate) >= ${sql.lit(limit)} then true
                  else (select count(*) < ${sql.lit(maxLookedUp)}
                          from (select from ${cards} where ${scope} limit ${sql.lit(maxLookedUp)}) seen)
             end as is_complete
        from ${shownCards({ shownSku, shownWords, ...spoken }, undefined)}`
  },
)
