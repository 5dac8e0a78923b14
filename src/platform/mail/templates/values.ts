import { LRUCache } from 'lru-cache'
import { type Language, languageOf } from '#src/platform/lib/languages.ts'
import { currencyDecimals, toMajor } from '#src/platform/lib/money.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'

/** Values of mails, papers and pages as people read them, in a locale that the service writes (`writtenLocale`). */

const controls = /[\p{Cc}\u2028\u2029]+/gu
/** Marks, embeddings, overrides and isolates: they can turn around the text beside a name. */
const bidirectionalControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u

/** Text in one line, and nothing in it that changes how the text around it is shown. */
export function cleanText(text: string): string {
  return text.replace(bidirectionalControls, '').replace(controls, ' ').replace(/\s+/g, ' ').trim()
}

/** The same for every text of a mail's data. */
export function clean<T>(data: T): T {
  if (typeof data === 'string') return cleanText(data) as T
  if (Array.isArray(data)) return data.map((item) => clean(item)) as T
  if (data === null || typeof data !== 'object' || data instanceof Date) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, clean(value)])) as T
}

/** Maximum length of a quotation of a shopper's text. */
const maxQuotationLength = 80

/** Dots and signs as mail programs and domain names read them; format characters would hide them from the eye only. */
function asPrograms(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u3002', '.')
}

/** With a scheme, `www.` or `@`, or like a domain: a dot before two letters or more. Not a title, as in Dr.Jones. */
const linkLike = /:\/\/|www\.|@|(?<!\b(?:dr|mr|mrs|ms|st|prof|no|nr)|str)\.\p{L}[\p{L}\p{N}-]+|\.xn--/iu

/**
 * A shopper's text in quotation marks. Mails may go to strangers, so the text must not speak in our name, and contains
 * nothing that a mail program turns into a link. An address or a link is replaced. In the rest, a dot or colon before a
 * letter or digit gets a space after it.
 */
export function quoted(
  text: string,
  language: Language,
  {
    instead = textsIn('mail', language).notShown,
    marks = textsIn('mail', language).quotes,
    longest = maxQuotationLength,
  } = {},
): string {
  const short = withoutLinks(text, longest)
  return short === undefined ? instead : `${marks[0]}${isolate(short)}${marks[1]}`
}

/** The same without the marks; undefined if it looks like a link or an address. */
export function withoutLinks(text: string, longest: number): string | undefined {
  const clean = cleanText(text)
  const read = asPrograms(clean)
  if (linkLike.test(read)) return undefined
  const apart = (/[.:]\S/.test(read) ? read : clean).replace(/([.:])(?=[\p{L}\p{M}\p{N}/])/gu, '$1 ')
  const letters = [...apart]
  return letters.length <= longest
    ? apart
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}

/** The full stop of Chinese and Japanese sentences, which programs read as a dot only beside other letters. */
const behindKana = String.raw`(?<=\p{Script=Hiragana})。(?![a-z0-9-]{2,})`
const inJapanese = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`
const between = String.raw`(?<=[\p{Script=Han}\p{Script=Katakana}ー])。(?=${inJapanese})`
const sentenceEnd = new RegExp(`${behindKana}|${between}`, 'giu')

/** Hosts of what a mail program would turn into links to the web, in small letters. */
export function hostsIn(text: string): string[] {
  const words = asPrograms(text.replace(sentenceEnd, ' ').replace(/[\p{Cc}\s]+/gu, ' ')).split(/[\s<>()"'„“”‚‘’,;|]+/u)
  return words.flatMap((word) => {
    const [, scheme = '', rest = ''] = /^(?:[^\p{L}]*)((?:[a-z][a-z0-9+.-]*:)?\/\/)?(.*)$/iu.exec(word) ?? []
    const isAddress = scheme !== '' || /www\./i.test(rest) || /\.(?:xn--|\p{L})[\p{L}\p{N}-]+/iu.test(rest)
    if (!isAddress || (scheme === '' && isMailbox.test(rest))) return []
    return [(rest.split(/[/?#]/, 1)[0] ?? '').replace(/[.:!]+$/, '').toLowerCase()]
  })
}

const isMailbox = /^[^@/:]+@[^@/:]+$/

/** A name that is written from right to left stands for itself: the numbers beside it stay where they are. */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** A format takes 70 kB. The cache is bounded: a shop can write its zone in millions of ways (`eUrOpe/London`). */
const formats = new LRUCache<string, Intl.NumberFormat | Intl.DateTimeFormat>({ max: 500 })

/** Making a format takes longer than the rest of a line. */
function cached<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => Format): Format {
  const format = (formats.get(key) as Format | undefined) ?? make()
  formats.set(key, format)
  return format
}

/** With the apostrophe that is printed between thousands in Switzerland: 1’234.56. */
function written(format: Intl.NumberFormat, value: number): string {
  return format.format(value).replaceAll("'", '’')
}

/** £1,234.50, ¥1,235, KWD 1,234.500, 1.234,50 €: with the decimals in which the currency is charged. */
export function money(minor: number, currency: string, locale: string): string {
  return price(toMajor(minor, currency), currency, locale)
}

/** The same of major units, which may have `more` decimals. */
export function price(major: number, currency: string, locale: string, more = 0): string {
  const digits = currencyDecimals(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits + more }
  const make = () => new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals })
  return written(cached(`${locale} ${currency} ${more}`, make), major)
}

/** 1,250. */
export function count(units: number, locale: string): string {
  const make = () => new Intl.NumberFormat(locale)
  return written(cached(locale, make), units)
}

/** 1,250.5: with up to ten decimals, as a rate of exchange may have. */
export function decimal(value: number, locale: string): string {
  const make = () => new Intl.NumberFormat(locale, { maximumFractionDigits: 10 })
  return written(cached(`${locale} .`, make), value)
}

/** 20%, 8.375%, 8,375 %. */
export function percent(rate: number, locale: string): string {
  const make = () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  return written(cached(`${locale} %`, make), rate / 100)
}

/** Of a list of products that is cut off. */
export function moreProducts(units: number, locale: string): string {
  return fill(textsIn('mail', languageOf(locale)).more, { count: units }, locale)
}

const days = { day: 'numeric', month: 'long', year: 'numeric' } as const
const times = { ...days, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const

/** 21 November 2026 at 14:02 GMT, 21. November 2026 um 14:02 MEZ. */
export function moment(at: Date, timeZone: string, locale: string): string {
  return atPlace(at, timeZone, locale, times)
}

/** 21 November 2026. */
export function day(at: Date, timeZone: string, locale: string): string {
  return atPlace(at, timeZone, locale, days)
}

/** A time zone that this release of Node.js does not know must not block the mail. */
function atPlace(at: Date, timeZone: string, locale: string, fields: Intl.DateTimeFormatOptions): string {
  // English of no country has the day before the month.
  const of = locale === 'en' ? 'en-GB' : locale
  const make = (zone: string) => () => new Intl.DateTimeFormat(of, { ...fields, timeZone: zone })
  const key = `${of} ${fields === days} `
  try {
    return cached(key + timeZone, make(timeZone)).format(at)
  } catch {
    return cached(`${key}UTC`, make('UTC')).format(at)
  }
}

/** An address that may be a link in a mail; undefined for any other scheme, and for what is no address. */
export function webAddress(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
}
