import { type Candidate, corrections } from './spelling.ts'

/** One word of the search text, with what the dictionary knows of it. */
export interface KnownWord {
  word: string
  lexeme: string
  /** True for the last word of the text, which may be the beginning of one. */
  last: boolean
  /** Products with this word in any form. */
  products: number
  /** True if the dictionary has exactly this word. */
  listed: boolean
  /** Products with a word of this prefix; counted for the last word only. */
  prefix_products: number
  /** Possible corrections; only for a word that matches nothing. */
  candidates: Candidate[]
  /** Lexemes of two known words that it consists of: `cakestand`, `cake stand`. */
  split: [string, string] | null
  /** Lexeme of this word and the next written as one, if the dictionary has it. */
  joined: string | null
  /** The longer words that begin with it, with their lexemes; null if there are too many. */
  longer: Record<string, string> | null
}

/** One word of the search text as conditions (tsquery texts), and its weight: the rarer, the heavier. */
export interface Term {
  anywhere: string
  inName: string
  exactlyInName: string
  /** Its lexeme, or those of its corrections. */
  lexemes: string[]
  weight: number
  /** Products that match it, as the dictionary has it. */
  products: number
}

export interface SearchPlan {
  terms: Term[]
  /** Products with all words, or with the whole text as their SKU. */
  all: string
  /** All words in the name. */
  allInName: string
  /** The same, of whole words or their corrections; or the whole text as SKU. */
  allExactlyInNameOrSku: string
  /** Products with words that have enough of the total weight. */
  most: string
  /** Words next to each other as typed, or the whole text as SKU. */
  phraseOrSku: string
  /** The last word is the last of the name, which in English mostly names the thing itself. */
  head: string
  /** The whole text as a SKU. */
  sku: string
  /** Products that probably match `all`. */
  expected: number
}

/** Further words are ignored. */
const mostWords = 8

export function planSearch(q: string, words: readonly KnownWord[], catalogSize: number): SearchPlan | undefined {
  const used = words.slice(0, mostWords)
  if (used.length === 0) return undefined
  const terms = used.map((word, index) =>
    termOf(word, used[index - 1]?.joined ?? null, index === used.length - 1, catalogSize),
  )
  const sku = quote(`#${q.trim().toLowerCase()}`)
  const all = `(${terms.map((term) => term.anywhere).join(' & ')})`
  return {
    terms,
    all: either([all, sku]),
    allInName: terms.map((term) => term.inName).join(' & '),
    allExactlyInNameOrSku: either([`(${terms.map((term) => term.exactlyInName).join(' & ')})`, sku]),
    most: either([...heavySubsets(terms), sku]),
    phraseOrSku: either([...(terms.length > 1 ? [terms.map((term) => oneOf(term.lexemes)).join(' <-> ')] : []), sku]),
    head: oneOf((terms.at(-1)?.lexemes ?? []).map((lexeme) => `$${lexeme}`)),
    sku,
    expected: expectedMatches(terms, catalogSize),
  }
}

/**
 * People search for words that stand together, so far more products have both than chance would make: of those with the
 * rarest word, the fourth root of the share of the next. Too many is the cheaper mistake.
 */
function expectedMatches(terms: readonly Term[], catalogSize: number): number {
  const shares = terms.map(({ products }) => products / (catalogSize + 1)).sort((a, b) => a - b)
  return shares.reduce((matches, share, index) => matches * share ** (1 / 4 ** index), catalogSize)
}

function termOf(word: KnownWord, joinedBefore: string | null, last: boolean, catalogSize: number): Term {
  const { nearest, further } = correctionsOf(word, last)
  const lexemes = nearest.length > 0 ? nearest.map(({ lexeme }) => lexeme) : [word.lexeme]
  const compounds = [word.joined, joinedBefore].filter((lexeme) => lexeme !== null)
  const exact = [...lexemes, ...compounds]
  const close = [word.lexeme, ...further.map(({ lexeme }) => lexeme)].filter((lexeme) => !exact.includes(lexeme))
  // A prefix match is the slowest part of a search, and useless if only forms of the word itself have the prefix.
  const begins = last && word.word.length > 1 && (word.prefix_products > word.products || !word.listed)
  const condition = (mark: string, both: string) =>
    `(${[
      ...[...exact, ...close].map((lexeme) => quote(mark + lexeme)),
      ...(begins ? [`${quote(mark + word.word)}:*`] : []),
      ...(word.split ? [`(${word.split.map((part) => quote(mark + part)).join(both)})`] : []),
    ].join(' | ')})`
  const corrected = [...nearest, ...further].map((candidate) => candidate.products)
  const frequency = word.products || word.prefix_products || Math.max(0, ...corrected.slice(0, nearest.length))
  return {
    anywhere: condition('', ' <-> '),
    inName: condition('=', ' & '),
    exactlyInName: oneOf(exact.map((lexeme) => `=${lexeme}`)),
    lexemes,
    // Single letters and short numbers are rare in a small catalog, and still say little.
    weight: Math.log(1 + (catalogSize + 1) / (frequency + 0.5)) * (word.word.length > 2 ? 1 : 0.5),
    products: corrected.reduce((sum, products) => sum + products, begins ? word.prefix_products : word.products),
  }
}

/**
 * Corrections of an unknown word, and of one that is known only by a much shorter stem: `earings` is not a form of
 * `ear`.
 */
function correctionsOf(word: KnownWord, last: boolean) {
  const known = word.products > 0 || word.prefix_products > 0
  const farFetched = !word.listed && word.prefix_products === 0 && word.word.length - word.lexeme.length >= 3
  return known && !farFetched ? { nearest: [], further: [] } : corrections(word.word, word.candidates, last && !known)
}

/** Share of the total weight that a product must match if too few products have all words. */
const enough = 0.4

/** The minimal sets of terms with enough weight, as conditions. */
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

function either(conditions: readonly string[]): string {
  return conditions.join(' | ')
}

function oneOf(lexemes: readonly string[]): string {
  return `(${lexemes.map(quote).join(' | ')})`
}

/** Quotes a lexeme for a tsquery. */
function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
