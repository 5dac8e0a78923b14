import { cleanText } from '#src/platform/lib/clean-text.ts'
import { foldText } from '#src/platform/lib/folding.ts'
import { maxExactTotal } from '#src/platform/lib/totals.ts'
import { type Candidate, corrections } from './spelling.ts'

/** One word of the search text, with its dictionary entry. */
export interface CatalogWord {
  word: string
  lexeme: string
  /** Lexemes of its irregular forms, such as `knife` for `knives`. */
  forms: string[]
  /** True for the last word of the text, which may be a prefix. */
  last: boolean
  /** Number of products with this word in any form. */
  products: number
  /** True if the dictionary has exactly this word. */
  listed: boolean
  /** Number of products with a word of this prefix. */
  prefix_products: number
  /** Possible corrections; only for a word that matches nothing. */
  candidates: Candidate[]
  /** Lexemes of the two known words that it consists of: `cake` and `stand` for `cakestand`; each in its forms. */
  split: [string[], string[]] | null
  /** Known words that end with it, such as `gartenlaterne` for `laterne`, in languages that write them as one. */
  compounds?: string[]
  /** Two letters of a script without blanks. */
  isPair?: boolean
  /** Lexeme of this word and the next written as one, if the dictionary has it. */
  joined: string | null
  /** The longer words that begin with it, with their lexemes; null if there are too many. */
  longer: Record<string, string> | null
}

/** One word of the search text: its matches, and its weight, which is higher for rarer words. */
export interface Term {
  /** As typed, without case and accents. */
  words: string[]
  /** Its lexeme, or those of its corrections. */
  lexemes: string[]
  /** The same, with compounds of its neighbours. */
  exact: string[]
  /** Less probable corrections, and the word as typed. */
  close: string[]
  /** Words with this prefix, for the last word. */
  beginning: string | null
  /** Two words next to each other, each in its forms. */
  split: [string[], string[]] | null
  /** Two words of the text that are one term, such as `wi fi`: a match has both, never only one. */
  pair: [Term, Term] | null
  weight: number
  /** Number of matching products by the dictionary. */
  products: number
}

export interface SearchPlan {
  terms: Term[]
  /** The whole text, which may be a SKU. */
  skuText: string
  catalogSize: number
  /** Before the words of documents in this language, as `de:`; none: the shop's own texts. */
  mark: string
}

/** Required words of a match: all or most of the search. (Or the whole text as its SKU.) */
export type RequiredWords = 'all' | 'most'

/** Maximum matches that are counted, and sorted or ranked at once. */
export const maxCounted = maxExactTotal

/** With more matches this many candidates are ranked by relevance: those with the words in their name first. */
export const maxCandidates = 2_000

/** If the dictionary estimates more matches, they are counted first: it may overestimate several times. */
export const maxTried = 4 * maxCounted

/** With fewer matches of all words than this, a search also shows matches of most words. */
export const few = 20

/** Further words are ignored. */
const maxWords = 8

export function planSearch(
  q: string,
  words: readonly CatalogWord[],
  catalogSize: number,
  language?: string,
): SearchPlan | undefined {
  const used = words.slice(0, maxWords)
  if (used.length === 0) return undefined
  const terms = used.map((word, index) =>
    // Only the last word may be a prefix.
    termOf(
      word.last ? word : { ...word, prefix_products: 0 },
      used[index - 1]?.joined ?? null,
      index === used.length - 1,
      catalogSize,
    ),
  )
  const mark = language === undefined ? '' : `${language.replace(/ .*/, '')}:`
  return { terms: paired(terms, used), skuText: foldText(cleanText(q)), catalogSize, mark }
}

/**
 * Estimated number of matches. People search for words that occur together, so far more products have both than
 * independent words would: the count of the rarest word, times the fourth root of the share of the next.
 */
export function expectedMatches({ terms, catalogSize }: SearchPlan, required: RequiredWords): number {
  const sets = required === 'all' ? [terms] : heavySubsets(terms).map((subset) => chosenFrom(terms, subset))
  const expected = sets.map((some) => {
    const shares = some.map(({ products }) => products / (catalogSize + 1)).sort((a, b) => a - b)
    return shares.reduce((matches, share, index) => matches * share ** (1 / 4 ** index), catalogSize)
  })
  return Math.max(0, ...expected)
}

/** From this share of the catalog on, scanning all products finds matches sooner than the index of words. */
const commonShare = 0.2

/** Whether most products probably match, so that an ordered scan ends soon. */
export function isCommon(expected: number, { catalogSize }: SearchPlan, filter: object): boolean {
  return Object.keys(filter).length === 0 && expected >= commonShare * catalogSize
}

/**
 * How to read the first `rows` in the order of a sort: along the index of the sort, checking each product for the
 * words, or all matches by the index of words. Beyond the counted maximum the number of matches is an estimate of the
 * dictionary, which may be far too high.
 */
export function cheaperPlan(
  { catalogSize }: SearchPlan,
  { counted, expected }: { counted: number; expected: number },
  rows: number,
): 'walk' | 'gather' {
  const gather = counted > maxCounted ? Math.max(counted, expected) : counted
  const walk = (rows * catalogSize) / Math.sqrt(counted * gather)
  return walk < gather ? 'walk' : 'gather'
}

function termOf(word: CatalogWord, joinedBefore: string | null, last: boolean, catalogSize: number): Term {
  const { nearest, further } = correctionsOf(word, last)
  const lexemes = nearest.length > 0 ? nearest.map(({ lexeme }) => lexeme) : [word.lexeme, ...word.forms]
  const compounds = [word.joined, joinedBefore].filter((lexeme) => lexeme !== null)
  const exact = [...lexemes, ...compounds]
  const close = [word.lexeme, ...further.map(({ lexeme }) => lexeme), ...(word.compounds ?? [])].filter(
    (lexeme) => !exact.includes(lexeme),
  )
  // A prefix match is the slowest part of a search, and useless if only forms of the word have the prefix.
  const begins = word.isPair
    ? word.word.length === 1
    : last && word.word.length > 1 && (word.prefix_products > word.products || !word.listed)
  const corrected = [...nearest, ...further].map((candidate) => candidate.products)
  const frequency = word.products || word.prefix_products || Math.max(0, ...corrected.slice(0, nearest.length))
  return {
    words: [word.word],
    lexemes,
    exact,
    close,
    beginning: begins ? word.word : null,
    split: word.split,
    pair: null,
    // Single letters and short numbers are rare in a small catalog, but still insignificant.
    weight: Math.log(1 + (catalogSize + 1) / (frequency + 0.5)) * (word.word.length > 2 ? 1 : 0.5),
    products: corrected.reduce((sum, products) => sum + products, begins ? word.prefix_products : word.products),
  }
}

/** Maximum letters of an insignificant word, and of a rarely significant one. */
const [shortWord, shortishWord] = [2, 3]

/**
 * Two neighbours are one term if both are short (`wi fi`), or if the dictionary has them as one word and one is short
 * or both nearly so (`t shirt`, `blu ray`): a product with only one of them is something else.
 */
function paired(terms: readonly Term[], words: readonly CatalogWord[]): Term[] {
  const made: Term[] = []
  for (let index = 0; index < terms.length; index++) {
    const [one, other] = terms.slice(index, index + 2)
    const [min = 0, max = 0] = words
      .slice(index, index + 2)
      .map(({ word }) => word.length)
      .sort((a, b) => a - b)
    const isOneWord = words[index]?.joined != null && (min <= shortWord || max <= shortishWord)
    const isScript = words.slice(index, index + 2).some(({ isPair }) => isPair)
    if (one && other && !isScript && (max <= shortWord || isOneWord)) {
      made.push({
        ...rarer(one, other),
        words: [...one.words, ...other.words],
        lexemes: [],
        exact: [],
        close: [],
        beginning: null,
        split: null,
        pair: [one, other],
      })
      index++
    } else if (one) made.push(one)
  }
  return made
}

function rarer(one: Term, other: Term): Term {
  return one.products < other.products ? one : other
}

/** Corrections of an unknown word, or of one known only by a much shorter stem: `earings` is not a form of `ear`. */
export function correctionsOf(word: CatalogWord, last: boolean) {
  const isInCatalog = word.products > 0 || word.prefix_products > 0
  const farFetched = !word.listed && word.prefix_products === 0 && word.word.length - word.lexeme.length >= 3
  const isTwo = word.split?.every(([part = '']) => part.length <= shortWord)
  return isTwo || (isInCatalog && !farFetched)
    ? { nearest: [], further: [] }
    : corrections(word.word, word.candidates, last && !isInCatalog)
}

/** Required share of the total weight if too few products have all words. */
const enoughWeight = 0.4

/** The smallest sets of terms with enough of the total weight, as bit masks of terms. */
export function heavySubsets(terms: readonly Term[]): number[] {
  const min = terms.reduce((sum, term) => sum + term.weight, 0) * enoughWeight
  const subsets: number[] = []
  for (let subset = 1; subset < 2 ** terms.length; subset++) {
    const weights = chosenFrom(terms, subset).map((term) => term.weight)
    const weight = weights.reduce((sum, each) => sum + each, 0)
    if (weight >= min && weight - Math.min(...weights) < min) subsets.push(subset)
  }
  return subsets
}

export function chosenFrom<T>(terms: readonly T[], subset: number): T[] {
  return terms.filter((_, index) => subset & (1 << index))
}

/** Maximum points of each term, of a million for all. */
export function pointsOf(terms: readonly Pick<Term, 'weight'>[]): number[] {
  const total = terms.reduce((sum, term) => sum + term.weight, 0)
  return terms.map(({ weight }) => Math.round((1_000_000 * weight) / total))
}
