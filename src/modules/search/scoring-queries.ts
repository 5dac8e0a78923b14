import { type RawBuilder, sql } from 'kysely'
import { pointsOf, type RequiredWords, type SearchPlan } from './rules.ts'
import type { PlanQueries } from './tsquery.ts'

/** The shape of a score, on which its SQL text depends. */
export interface ScoreShape {
  required: RequiredWords
  /** For each word, whether it may also match the name nearly: as a prefix, or as a distant correction. */
  nearly: boolean[]
}

export function scoreShape(queries: PlanQueries, required: RequiredWords): ScoreShape {
  return { required, nearly: queries.terms.map((term) => term.inName !== term.exactlyInName) }
}

export type ScoreValues = Omit<PlanQueries, 'all' | 'most' | 'allInName' | 'terms'> &
  Record<`exactly${number}` | `nearly${number}` | `anywhere${number}`, string> &
  Record<`weight${number}`, number>

/** Each has its own name, so that the statement can be compiled without them. */
export function scoreValues(plan: SearchPlan, queries: PlanQueries): ScoreValues {
  const { all: _all, most: _most, allInName: _allInName, terms, ...values } = queries
  const points = pointsOf(plan.terms)
  const ofTerms = terms.flatMap(({ exactlyInName, inName, anywhere }, n) => [
    [`exactly${n}`, exactlyInName],
    ...(inName === exactlyInName ? [] : [[`nearly${n}`, inName]]),
    [`anywhere${n}`, anywhere],
    [`weight${n}`, points[n]],
  ])
  return { ...values, ...Object.fromEntries(ofTerms) }
}

/**
 * In millionths: each word weighs by its rarity, more in the name than elsewhere and more as a whole word than as a
 * prefix. An exact phrase (only names have positions), a short name and stock add a little. Testing a document costs
 * 0.2 µs, so implied tests are omitted: a phrase and a last word belong to names, and matches of all words have each
 * word.
 */
export function scoreOf(values: ScoreValues, { nearly, required }: ScoreShape): RawBuilder<number> {
  const { allExactlyInNameOrSku, phraseOrSku, sku } = values
  const head = points(50_000, has(values.head))
  const terms = nearly.map((also, n) => {
    const weight = sql`${values[`weight${n}`]}::int`
    const isLast = n === nearly.length - 1
    const [anywhere, nowhere] = [sql`${weight} * 4 / 10`, sql`0`]
    const cases = [
      // A single word is not in the name: an earlier test has excluded that.
      ...(nearly.length === 1
        ? []
        : [sql`when ${has(values[`exactly${n}`])} then ${weight} ${isLast ? sql`+ ${head}` : sql``}`]),
      ...(also ? [sql`when ${has(values[`nearly${n}`])} then ${weight} * 9 / 10`] : []),
      ...(required === 'all' ? [] : [sql`when ${has(values[`anywhere${n}`])} then ${anywhere}`]),
    ]
    const otherwise = required === 'all' ? anywhere : nowhere
    return cases.length === 0 ? otherwise : sql`case ${sql.join(cases, sql` `)} else ${otherwise} end`
  })
  return sql<number>`(
    case when ${has(allExactlyInNameOrSku)}
         then case when not ${has(phraseOrSku)} then 1000000 when ${has(sku)} then 10000000 else 1100000 end + ${head}
         else ${sql.join(terms, sql` + `)} end
    + ${points(10_000, sql`card.in_stock`)} - 10000 * card.name_words)::bigint`
}

export function has(words: string | undefined): RawBuilder<boolean> {
  return sql<boolean>`card.document @@ ${words}::tsquery`
}

function points(number: number, condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when ${condition} then ${sql.lit(number)} else 0 end`
}
