import { readFileSync } from 'node:fs'

/** Languages into which names of the catalog are translated, by the columns of `words.tsv`. */
export const translatedInto = ['de', 'fr', 'es', 'pl', 'tr', 'ja'] as const
export type TranslatedInto = (typeof translatedInto)[number]

type Kind = 'noun' | 'adjective' | 'material' | 'use' | 'motif'

/** A thing or a property with its words. */
export interface Word {
  kind: Kind
  /** Its first word in English. */
  name: string
  words: Record<TranslatedInto, string>
}

/** What a name says: a thing, its properties, and the number of its set. */
export interface Meaning {
  noun: Word
  properties: Word[]
  pieces: number | undefined
}

type Words = [nouns: Map<string, Word>, properties: Map<string, Word>]

let known: Words | undefined

/** Read once, and only by who needs them. */
function words(): Words {
  known ??= readWords()
  return known
}

function readWords(): Words {
  const found: Words = [new Map(), new Map()]
  const lines = readFileSync(new URL('words.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  for (const line of lines) {
    const [kind = '', names = '', ...columns] = line.split('\t')
    const inLanguages = Object.fromEntries(translatedInto.map((language, at) => [language, columns[at] ?? '']))
    const [name = ''] = names.split('|')
    const word = { kind: kind as Kind, name, words: inLanguages as Word['words'] }
    for (const one of names.split('|')) found[kind === 'noun' ? 0 : 1].set(one, word)
  }
  return found
}

/** Words that say nothing. */
const empty = new Set(['with', 'in', 'of', 'and', '&', '+', 'design', 'designs'])
const longest = 3

/** What an English name says; undefined unless all of its words are known. */
export function meaningOf(name: string): Meaning | undefined {
  const [, number, rest = name] = /^(?:(?:Set|Pack) of )?(\d+) (.*)$/.exec(name) ?? []
  const tokens = rest
    .toLowerCase()
    .replaceAll("'", '')
    .split(' ')
    .filter((token) => !empty.has(token))
  const [nouns] = words()
  for (let length = longest; length > 0; length--) {
    for (let at = tokens.length - length; at >= 0; at--) {
      const noun = nouns.get(tokens.slice(at, at + length).join(' '))
      const others = noun && propertiesOf([...tokens.slice(0, at), ...tokens.slice(at + length)])
      if (noun && others) return { noun, properties: others, pieces: number === undefined ? undefined : Number(number) }
    }
  }
  return undefined
}

function propertiesOf(tokens: readonly string[]): Word[] | undefined {
  const [, properties] = words()
  const found = new Set<Word>()
  for (let at = 0; at < tokens.length; ) {
    const pair = properties.get(tokens.slice(at, at + 2).join(' '))
    const word = pair ?? properties.get(tokens[at] ?? '')
    if (word === undefined) return undefined
    found.add(word)
    at += pair && at + 1 < tokens.length ? 2 : 1
  }
  return [...found]
}

/** A name in another language, made of the words of what it says. */
export function translateName(name: string, language: TranslatedInto): string | undefined {
  const meaning = meaningOf(name)
  return meaning && sayIn(meaning, language)
}

export const sayIn = (meaning: Meaning, language: TranslatedInto): string => compose[language](meaning)

const of = ({ properties: all }: Meaning, language: TranslatedInto, ...kinds: Kind[]) =>
  kinds.flatMap((kind) => all.filter((word) => word.kind === kind).map((word) => word.words[language]))

const capital = (text: string, locale: string) => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)
const joined = (parts: readonly (string | undefined)[]) => parts.filter((part) => part).join(' ')

/** The noun and its mark: `m`, `f`, `n`, with `p` behind it for a plural, or `p` alone. */
function gendered(text: string): [noun: string, mark: string] {
  const end = text.lastIndexOf(' ')
  return [text.slice(0, end), text.slice(end + 1)]
}

/** French and Spanish: the form for the gender, and the plural of it. */
function agreeing(forms: string, mark: string, plural: (form: string) => string): string {
  const [masculine = '', feminine = masculine] = forms.split(' ')
  const form = mark.startsWith('f') ? feminine : masculine
  return mark.endsWith('p') ? plural(form) : form
}

function romance(meaning: Meaning, language: 'fr' | 'es', plural: (form: string) => string, set: string): string {
  const [noun, mark] = gendered(meaning.noun.words[language])
  const adjectives = of(meaning, language, 'adjective').map((forms) => agreeing(forms, mark, plural))
  const name = joined([noun, ...adjectives, ...of(meaning, language, 'material', 'motif', 'use')])
  return capital(name, language) + (meaning.pieces ? `, ${set} ${meaning.pieces}` : '')
}

const compose: Record<TranslatedInto, (meaning: Meaning) => string> = {
  de(meaning) {
    const [material, ...further] = of(meaning, 'de', 'material', 'use').toReversed()
    const noun = meaning.noun.words.de
    const thing = material === undefined ? noun : material + noun.slice(0, 1).toLowerCase() + noun.slice(1)
    const whole = [...further.toReversed(), thing].join('-')
    const set = meaning.pieces && `im ${meaning.pieces}er-Set`
    return joined([whole, ...of(meaning, 'de', 'adjective', 'motif'), set || undefined])
  },
  fr: (meaning) => romance(meaning, 'fr', (form) => (/[sx]$/.test(form) ? form : `${form}s`), 'lot de'),
  es: (meaning) => romance(meaning, 'es', (form) => (/[aeiou]$/.test(form) ? `${form}s` : `${form}es`), 'juego de'),
  pl(meaning) {
    const [noun, mark] = gendered(meaning.noun.words.pl)
    const place = { m: 0, f: 1 }[mark] ?? 2
    const adjectives = of(meaning, 'pl', 'adjective', 'material', 'use').map((forms) => forms.split(' ')[place])
    const name = joined([noun, ...adjectives, ...of(meaning, 'pl', 'motif')])
    return capital(name, 'pl') + (meaning.pieces ? `, zestaw ${meaning.pieces}` : '')
  },
  tr(meaning) {
    const set = meaning.pieces && `${meaning.pieces} parça`
    const said = of(meaning, 'tr', 'adjective', 'use', 'material', 'motif')
    return joined([set || undefined, ...said, meaning.noun.words.tr])
      .split(' ')
      .map((word) => capital(word, 'tr'))
      .join(' ')
  },
  ja(meaning) {
    const said = of(meaning, 'ja', 'use', 'material', 'adjective', 'motif')
    return [...said, meaning.noun.words.ja, meaning.pieces ? `${meaning.pieces}個セット` : ''].join('')
  },
}

/** The thing, or the property, with an English name. @throws if there is none */
export const thingNamed = (name: string): Word => named(words()[0], name)
export const propertyNamed = (name: string): Word => named(words()[1], name)

function named(all: ReadonlyMap<string, Word>, name: string): Word {
  const word = all.get(name)
  if (word === undefined) throw new Error(`words.tsv has no ${name}`)
  return word
}
