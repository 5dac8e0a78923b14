import { type Candidate, corrections } from './spelling.ts'

/** What the dictionary knows of one word of a query. */
export interface KnownWord {
  word: string
  lexeme: string
  /** Products with this word in any form. */
  products: number
  /** True if the dictionary has it letter for letter. */
  listed: boolean
  /** Products with a word that begins like this; of the last word only. */
  begun_products: number
  /** Words it may have been meant to be; only of a word that nothing matches. */
  candidates: Candidate[]
  /** Two known words that make it up: `cakestand`, `cake stand`. */
  split: [string, string] | null
  /** The lexeme it makes with the next word, if the dictionary has that. */
  joined: string | null
}

/** One word of the query as conditions (tsquery texts) and its weight: the rarer, the more it says. */
export interface Term {
  anywhere: string
  inName: string
  exactlyInName: string
  /** Its lexeme, or those of what it was corrected to. */
  lexemes: string[]
  weight: number
}

export interface SearchPlan {
  terms: Term[]
  /** Products with all words, or with the whole query as their SKU. */
  all: string
  /** All words in the name. */
  allInName: string
  /** Products with words that carry enough of the query's weight. */
  most: string
  /** Words next to each other as typed; undefined for a single one. */
  phrase: string | undefined
  /** The last word is the last of the name: mostly the thing itself, of which the words before it tell. */
  head: string
  /** The whole query as a SKU, if there is such a one. */
  sku: string | undefined
}

/** The whole query as a SKU. */
export function skuCondition(q: string): string {
  return quote(`#${q.trim().toLowerCase()}`)
}

/** Words of a query beyond these say nothing more. */
const mostWords = 8

export function planSearch(
  words: readonly KnownWord[],
  catalogSize: number,
  sku: string | undefined,
): SearchPlan | undefined {
  const used = words.slice(0, mostWords)
  if (used.length === 0) return undefined
  const terms = used.map((word, index) =>
    termOf(word, used[index - 1]?.joined ?? null, index === used.length - 1, catalogSize),
  )
  const all = `(${terms.map((term) => term.anywhere).join(' & ')})`
  return {
    terms,
    all: either([all, sku]),
    allInName: terms.map((term) => term.inName).join(' & '),
    most: either([...heavySubsets(terms), sku]),
    phrase: terms.length > 1 ? terms.map((term) => oneOf(term.lexemes)).join(' <-> ') : undefined,
    head: oneOf((terms.at(-1)?.lexemes ?? []).map((lexeme) => `$${lexeme}`)),
    sku,
  }
}

function termOf(word: KnownWord, joinedBefore: string | null, last: boolean, catalogSize: number): Term {
  const { nearest, further } = meaningOf(word, last)
  const lexemes = nearest.length > 0 ? nearest.map(({ lexeme }) => lexeme) : [word.lexeme]
  const compounds = [word.joined, joinedBefore].filter((lexeme) => lexeme !== null)
  const exact = [...lexemes, ...compounds]
  const close = [word.lexeme, ...further.map(({ lexeme }) => lexeme)].filter((lexeme) => !exact.includes(lexeme))
  // Reading all words that begin alike takes most of a search's time; often there are none but the word's own forms.
  const begins = last && word.word.length > 1 && (word.begun_products > word.products || !word.listed)
  const condition = (mark: string, both: string) =>
    `(${[
      ...[...exact, ...close].map((lexeme) => quote(mark + lexeme)),
      ...(begins ? [`${quote(mark + word.word)}:*`] : []),
      ...(word.split ? [`(${word.split.map((part) => quote(mark + part)).join(both)})`] : []),
    ].join(' | ')})`
  const products =
    word.products || word.begun_products || Math.max(0, ...nearest.map((candidate) => candidate.products))
  return {
    anywhere: condition('', ' <-> '),
    inName: condition('=', ' & '),
    exactlyInName: oneOf(exact.map((lexeme) => `=${lexeme}`)),
    lexemes,
    // Letters and small numbers are rare in a small catalog and say little all the same.
    weight: Math.log(1 + (catalogSize + 1) / (products + 0.5)) * (word.word.length > 2 ? 1 : 0.5),
  }
}

/**
 * An unknown word is corrected. So is one that is known by its stem alone where the stem has little left of it: `earings`
 * is no form of `ear`.
 */
function meaningOf(word: KnownWord, last: boolean) {
  const known = word.products > 0 || word.begun_products > 0
  const farFetched = !word.listed && word.begun_products === 0 && word.word.length - word.lexeme.length >= 3
  return known && !farFetched ? { nearest: [], further: [] } : corrections(word.word, word.candidates, last && !known)
}

/** Of the query's weight, what a product must have to be shown where too few have all of it. */
const enough = 0.4

/** The smallest sets of terms that carry enough of the weight, as conditions. */
function heavySubsets(terms: readonly Term[]): string[] {
  const least = terms.reduce((sum, term) => sum + term.weight, 0) * enough
  const subsets: string[] = []
  for (let bits = 1; bits < 2 ** terms.length; bits++) {
    const chosen = terms.filter((_, index) => bits & (1 << index))
    const weight = chosen.reduce((sum, term) => sum + term.weight, 0)
    const lightest = Math.min(...chosen.map((term) => term.weight))
    if (weight >= least && weight - lightest < least)
      subsets.push(`(${chosen.map((term) => term.anywhere).join(' & ')})`)
  }
  return subsets
}

function either(conditions: readonly (string | undefined)[]): string {
  return conditions.filter((condition) => condition !== undefined).join(' | ')
}

function oneOf(lexemes: readonly string[]): string {
  return `(${lexemes.map(quote).join(' | ')})`
}

/** A lexeme as it stands in a tsquery. */
function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
