import { IntlMessageFormat } from 'intl-messageformat'
import { LRUCache } from 'lru-cache'
import type { Language } from '../languages.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import { spokenTexts } from './spoken.ts'

/** A mail, a page or a paper, or a part that several have. */
export type Room = keyof typeof en

/** What the service says to people, in ICU MessageFormat: by room, then by name. */
export const catalogue: Readonly<Record<Language, typeof en>> = { en, de, fr, es, pl, ja }

/**
 * The texts of a mail, a page or a paper in one language; of one that is drawn `inOwnTexts` those of the shop. `fill`
 * puts values into them.
 */
export function textsIn<Name extends Room>(room: Name, language: Language): (typeof en)[Name] {
  const ours = catalogue[language][room]
  const own = spokenTexts(language)
  if (own === undefined) return ours
  const texts = Object.entries(ours).map(([name, text]) => [name, own[`${room}.${name}`] ?? text])
  return Object.fromEntries(texts) as (typeof en)[Name]
}

/** Parsing takes longer than the rest of a line. Bounded, because shops write texts of their own. */
const parsed = new LRUCache<string, IntlMessageFormat>({ max: 2_000 })

/** With the apostrophe that is printed between thousands in Switzerland: 1’234. */
const formatters = {
  getNumberFormat(locale?: string | string[], options?: Intl.NumberFormatOptions): Intl.NumberFormat {
    const own = new Intl.NumberFormat(locale, options)
    const format: Pick<Intl.NumberFormat, 'format'> = { format: (value) => own.format(value).replaceAll("'", '’') }
    return format as Intl.NumberFormat
  },
  getDateTimeFormat: (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...of),
  getPluralRules: (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
}

/** Puts values in the place of `{name}`; numbers choose plural forms of the locale. The result is text: escape it. */
export function fill(text: string, values: Readonly<Record<string, string | number>>, locale = 'en'): string {
  const key = `${locale} ${text}`
  const format = parsed.get(key) ?? new IntlMessageFormat(text, locale, undefined, { ignoreTag: true, formatters })
  parsed.set(key, format)
  return String(format.format(values))
}
