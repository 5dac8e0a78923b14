import type { CatalogReader, ListedCard } from '#src/modules/catalog/index.ts'
import { areFound } from './absent-queries.ts'
import { type CategoryCache, wordsOf } from './category-cache.ts'
import { maxLookedUp, readNewest } from './newest-queries.ts'
import type { FoundKeys } from './page-queries.ts'
import { readCandidates } from './ranked-queries.ts'
import { expectedMatches, isCommon, planSearch, type RequiredWords, type SearchPlan } from './rules.ts'
import { correctedTexts, namedBy } from './suggestion-rules.ts'
import { type PlanQueries, queriesOf } from './tsquery.ts'
import type { WordCache, WordScope } from './word-cache.ts'

/** What a search box shows at most. */
export const maxSuggested = { products: 5, categories: 5, corrections: 3 }

/** So few candidates are ranked that the answer is there before the next letter. */
const candidates = 200

export interface Suggester extends CatalogReader {
  wordCache: WordCache
  categoryCache: CategoryCache
}

export interface Suggestions {
  /** JSON of cards. */
  products: ListedCard[]
  categories: string[]
  corrections: string[]
}

/** What a text in a search box may mean, in the shop or everywhere. One to six statements. */
export async function suggest(suggester: Suggester, q: string, scope: WordScope): Promise<Suggestions> {
  const { merchantId } = scope
  const { db, cardCache, wordCache, categoryCache } = suggester
  const { words, catalogSize } = await wordCache.read(db, q, scope)
  const plan = q.trim() === '' ? undefined : planSearch(q, words, catalogSize, scope.language)
  if (plan === undefined) return { products: [], categories: [], corrections: [] }
  const queries = queriesOf(plan)
  const found = await bestOf(suggester, { plan, queries, scope })
  const cards = await cardCache.read(db, found.keys.slice(0, maxSuggested.products))
  const corrected = correctedTexts(words, queries, plan.mark, maxSuggested.corrections)
  const conditions = corrected.map(({ condition }) => condition)
  // The dictionary is of all shops: a correction that finds nothing here helps nobody, and tells of the others.
  const isFound = await areFound(db, conditions, merchantId)
  const corrections = corrected.filter((_, index) => isFound[index]).map(({ text }) => text)
  const cached = await categoryCache.read(db, merchantId)
  const named = [q, ...corrections].flatMap((text) => namedBy(cached, wordsOf(text), maxSuggested.categories))
  const shown = cards.map(({ json }): string | null => JSON.parse(json).category).filter((name) => name !== null)
  const categories = [...new Set([...named, ...shown])].slice(0, maxSuggested.categories)
  return { products: cards, categories, corrections }
}

interface SuggestionQuery {
  plan: SearchPlan
  queries: PlanQueries
  scope: WordScope
}

/** The best products with all words; without any, with most of them. */
async function bestOf(suggester: Suggester, query: SuggestionQuery): Promise<FoundKeys> {
  const all = await best(suggester, query, 'all')
  return all.keys.length > 0 || query.plan.terms.length === 1 ? all : best(suggester, query, 'most')
}

/** Of a frequent word the best of the newest cards, else the best that the index of words finds. */
async function best(
  { db }: Suggester,
  { plan, queries, scope: filter }: SuggestionQuery,
  required: RequiredWords,
): Promise<FoundKeys> {
  const shown = { shownSku: queries.sku, shownWords: queries.terms.map(({ anywhere }) => anywhere) }
  const expected = expectedMatches(plan, required)
  const matching = { words: queries[required], filter, common: isCommon(expected, plan, filter), ...shown }
  const { products: limit } = maxSuggested
  const order = { by: 'relevance', plan, queries, required } as const
  if (expected * maxLookedUp >= 2 * limit * plan.catalogSize) {
    const newest = await readNewest(db, matching, order, limit)
    if (newest.isComplete) return newest
  }
  return readCandidates(db, matching, order, { limit, offset: 0, after: undefined }, candidates)
}
