import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import ja from './texts/ja.json' with { type: 'json' }

/** What the pages say, one file for each language. `{0}` is the first value that is put in. */
export const files: Readonly<Record<string, typeof en | typeof ja>> = { en, de, fr, ja }

type Plain = Omit<typeof en, 'filled'>
export type Texts = {
  [Key in keyof Plain]: Plain[Key] extends string ? string : Plain[Key] & Record<string, string>
} & Record<keyof typeof en.filled, (...values: (string | number)[]) => string>

/** A language in which the shop is read. */
export interface Language {
  /** Of BCP 47, for the service and for numbers and dates: `de-AT`. */
  tag: string
  /** Before its paths, such as `/de-at`; nothing for the shop's own. */
  prefix: string
  /** Whose readers have it; undefined for the shop's own. */
  market: string | undefined
  /** The language of `t`: English where there is no file. */
  lang: string
  t: Texts
}

/** Of a shop. */
interface Speaking {
  locales: readonly string[]
  markets?: readonly { id: string; own: boolean; countries: readonly string[]; locales: readonly string[] }[]
}

const languageIn = (tag: string) => tag.split('-', 1)[0]?.toLowerCase() ?? ''
const isSaid = (tag: string) => languageIn(tag) in files

/** Those of the shop's markets for which there are texts; its own is the first. Without markets English and German. */
export function languagesOf({ locales, markets }: Speaking): [Language, ...Language[]] {
  const [own = 'en'] = locales
  const first = makeLanguage(markets || isSaid(own) ? own : 'en', '', undefined)
  const found: [Language, ...Language[]] = [first]
  const add = (tag: string, market?: string, country?: string) => {
    const isTaken = found.some((one) => one.tag === tag || one.tag === usual[tag])
    // Another market of the same language.
    const its = isTaken && country ? `${languageIn(tag)}-${country}` : tag
    if (isSaid(tag) && !found.some((one) => one.tag === its || one.tag === usual[its]))
      found.push(makeLanguage(its, `/${its.toLowerCase()}`, market))
  }
  if (!markets) for (const tag of ['en', 'de']) if (tag !== languageIn(first.tag)) add(tag)
  for (const { own: isOwn, id, locales: tags, countries } of markets ?? [])
    for (const tag of tags) add(tag, isOwn ? undefined : id, countries[0])
  return found
}

/** Of a language without a country: how most of those write who read English here. */
const usual: Readonly<Record<string, string>> = { en: 'en-GB' }

function makeLanguage(tag: string, prefix: string, market: string | undefined): Language {
  const lang = isSaid(tag) ? languageIn(tag) : 'en'
  return { tag: usual[tag] ?? tag, prefix, market, lang, t: textsIn(lang, usual[tag] ?? tag) }
}

/** That of an address which begins with `/de-at`; undefined if the shop has none of the name. */
export function languageAt(languages: readonly Language[], name: string | undefined): Language | undefined {
  if (name === undefined) return languages[0]
  return languages.find(
    ({ tag, prefix, lang }) => prefix === `/${name}` || (prefix === '' && [tag.toLowerCase(), lang].includes(name)),
  )
}

/** The language that a browser asks for before all others, if it is one of these. */
export function askedFor(languages: readonly Language[], acceptLanguage: string): Language | undefined {
  const ranges = acceptLanguage.split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  const named = (range: string) =>
    languages.find(({ tag }) => tag.toLowerCase() === range) ??
    languages.find(({ tag }) => languageIn(tag) === languageIn(range))
  return ranges.map(named).find((one) => one !== undefined)
}

/** For search engines: without the country that a language without one is written in. */
export const hreflang = ({ tag, lang }: Language): string => (tag === usual[lang] ? lang : tag)

export const nameOf = (language: Language): string =>
  new Intl.DisplayNames(language.tag, { type: 'language' }).of(hreflang(language)) ?? language.tag

const made = new Map<string, Texts>()

function textsIn(lang: string, locale: string): Texts {
  const known = made.get(`${lang} ${locale}`)
  if (known) return known
  const { filled, ...plain } = files[lang] ?? en
  const numbers = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const say = (forms: string | { one?: string; other: string }, values: (string | number)[]) => {
    const isOne = typeof forms !== 'string' && plurals.select(Number(values[0])) === 'one'
    const text = typeof forms === 'string' ? forms : (isOne && forms.one) || forms.other
    return text.replace(/\{(\d)\}/g, (_, at) => {
      const value = values[at] ?? ''
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
  const said = Object.entries(filled).map(([name, forms]) => [
    name,
    (...values: (string | number)[]) => say(forms, values),
  ])
  const texts = { ...plain, ...Object.fromEntries(said) } as Texts
  made.set(`${lang} ${locale}`, texts)
  return texts
}
