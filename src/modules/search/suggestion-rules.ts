import type { CachedCategory } from './category-cache.ts'
import { type CatalogWord, correctionsOf } from './rules.ts'
import { type PlanQueries, quoteLexeme } from './tsquery.ts'

/** A text with one word corrected, and its condition on documents. */
export interface Correction {
  text: string
  condition: string
}

/**
 * The text with its first unknown word corrected, the nearest first; further unknown words have their nearest
 * correction.
 */
export function correctedTexts(
  words: readonly CatalogWord[],
  { terms }: PlanQueries,
  mark: string,
  max: number,
): Correction[] {
  const found = words.map((word) => {
    const { nearest, further } = correctionsOf(word, word.last)
    return [...nearest, ...further]
  })
  const first = found.findIndex((candidates) => candidates.length > 0)
  // Two words of the text may be one term: then their conditions are not those of the words.
  if (first === -1 || terms.length !== words.length) return []
  return (found[first] ?? []).slice(0, max).map((chosen) => {
    const parts = words.map(({ word }, index) => {
      const candidate = index === first ? chosen : found[index]?.[0]
      if (candidate === undefined) return { text: word, condition: terms[index]?.anywhere ?? '' }
      return { text: candidate.written ?? candidate.word, condition: quoteLexeme(mark + candidate.lexeme) }
    })
    return {
      text: parts.map(({ text }) => text).join(' '),
      condition: parts.map(({ condition }) => `(${condition})`).join(' & '),
    }
  })
}

/** Letters that a word may have more than the one of a category, such as the s of a plural. */
const longerBy = 2

/** The categories whose names have all the words, those that begin with them first. */
export function namedBy(
  categories: readonly CachedCategory[],
  words: readonly string[],
  max: number,
): readonly string[] {
  if (words.length === 0) return []
  const isWord = (typed: string) => (word: string) =>
    word.startsWith(typed) ||
    (word.length > longerBy && typed.startsWith(word) && typed.length <= word.length + longerBy)
  const matching = categories.filter((category) => words.every((typed) => category.words.some(isWord(typed))))
  const begins = ({ words: [first = ''] }: CachedCategory) => isWord(words[0] ?? '')(first)
  return [...matching.filter(begins), ...matching.filter((category) => !begins(category))]
    .slice(0, max)
    .map(({ name }) => name)
}
