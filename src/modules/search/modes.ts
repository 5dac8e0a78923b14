import type { PageRequest } from '#src/platform/lib/page.ts'

/** What each match has: all words of the search, or most. (Or the whole text as its SKU.) */
export type RequiredWords = 'all' | 'most'

/** `closely` by the words of each match; `broadly` by less, for more than `closelyRanked` matches. */
export type Ranking = 'closely' | 'broadly'

/** How matches are found and ranked. Cursors carry it, so that all pages of one search use one mode. */
export interface Mode {
  words: RequiredWords
  ranked: Ranking
}

/** Up to this many matches are ranked by their words; more are ranked by the columns of the row, which is cheaper. */
export const closelyRanked = 1_000

/** A search with fewer products than this that have all words also shows those that have most of them. */
export const few = 20

export function rankingOf(matches: number): Ranking {
  return matches <= closelyRanked ? 'closely' : 'broadly'
}

/** The mode that a cursor begins with. */
export function modeOf(after: NonNullable<PageRequest['after']>): Mode {
  const [words, ranked] = after
  return { words: words === 'all' ? 'all' : 'most', ranked: ranked === 'closely' ? 'closely' : 'broadly' }
}
