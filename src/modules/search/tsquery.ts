import { chosenFrom, heavySubsets, type SearchPlan, type Term } from './rules.ts'

/** Conditions on documents, as texts of `tsquery`. Marks of words: `=` in the name, `$` its last, `#` the SKU. */
export interface PlanQueries {
  /** Products with all words, or with the whole text as their SKU. */
  all: string
  /** Products with words that have enough of the total weight. */
  most: string
  allInName: string
  /** All words in the name, as whole words or their corrections; or the whole text as SKU. */
  allExactlyInNameOrSku: string
  /** Words next to each other as typed, or the whole text as SKU. */
  phraseOrSku: string
  /** The last word is the last of the name, which in English usually names the thing itself. */
  head: string
  /** The whole text as a SKU. */
  sku: string
  terms: TermQueries[]
}

/** One word of the search. */
interface TermQueries {
  anywhere: string
  inName: string
  exactlyInName: string
}

export function queriesOf({ terms, skuText, mark: language }: SearchPlan): PlanQueries {
  const words = terms.map((term) => queriesOfTerm(term, language))
  const sku = quoteLexeme(`${language}#${skuText}`)
  const together = (some: readonly TermQueries[], how: keyof TermQueries) => some.map((term) => term[how]).join(' & ')
  const single = terms.flatMap((term) => term.pair ?? [term])
  const phrase = single.map(({ lexemes }) => oneOf(lexemes.map((lexeme) => language + lexeme))).join(' <-> ')
  return {
    all: `(${together(words, 'anywhere')}) | ${sku}`,
    most: [...heavySubsets(terms).map((subset) => `(${together(chosenFrom(words, subset), 'anywhere')})`), sku].join(
      ' | ',
    ),
    allInName: together(words, 'inName'),
    allExactlyInNameOrSku: `(${together(words, 'exactlyInName')}) | ${sku}`,
    phraseOrSku: single.length > 1 ? `${phrase} | ${sku}` : sku,
    head: oneOf(headsOf(single, language).map((lexeme) => `${language}$${lexeme}`)),
    sku,
    terms: words,
  }
}

/** In another language any word may name the thing: its documents know which word of the name does. */
function headsOf(terms: readonly Term[], language: string): string[] {
  const naming = language === '' ? terms.slice(-1) : terms
  return naming.flatMap(({ lexemes, split }) => [...lexemes, ...(split?.[1] ?? [])])
}

function queriesOfTerm({ exact, close, beginning, split, pair }: Term, language: string): TermQueries {
  if (pair !== null) {
    const [one, other] = pair.map((each) => queriesOfTerm(each, language)) as [TermQueries, TermQueries]
    const both = (how: keyof TermQueries) => `(${one[how]} & ${other[how]})`
    return { anywhere: both('anywhere'), inName: both('inName'), exactlyInName: both('exactlyInName') }
  }
  const condition = (mark: string, both: string) =>
    `(${[
      ...[...exact, ...close].map((lexeme) => quoteLexeme(mark + lexeme)),
      ...(beginning === null ? [] : [`${quoteLexeme(mark + beginning)}:*`]),
      ...(split === null ? [] : [`(${split.map((forms) => oneForm(forms, mark)).join(both)})`]),
    ].join(' | ')})`
  return {
    // Parts of a compound may stand apart where it is written as one: `Laterne für den Garten`.
    anywhere: condition(language, language === '' ? ' <-> ' : ' & '),
    inName: condition(`${language}=`, ' & '),
    exactlyInName: oneOf(exact.map((lexeme) => `${language}=${lexeme}`)),
  }
}

function oneForm(forms: readonly string[], mark: string): string {
  const quoted = forms.map((form) => quoteLexeme(mark + form))
  return quoted.length === 1 ? quoted.join() : `(${quoted.join(' | ')})`
}

function oneOf(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoteLexeme).join(' | ')})`
}

/** PostgreSQL limits words to 2,046 bytes; documents cut a SKU after the same number of characters. */
const maxCharacters = 500

export function quoteLexeme(word: string): string {
  const lexeme = [...word].slice(0, maxCharacters).join('')
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
