import { LRUCache } from 'lru-cache'
import { currencyDecimals, toMajor } from '#src/platform/lib/money.ts'

/** Values of mails as people read them. The texts are English, and so are months. */
const locale = 'en'
const localeOfTimes = 'en-GB'

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
const longestQuotation = 80

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
  instead = '(not shown: it looks like a link or an address)',
  marks = '“”',
  longest = longestQuotation,
): string {
  const clean = cleanText(text)
  const read = asPrograms(clean)
  if (linkLike.test(read)) return instead
  const apart = (/[.:]\S/.test(read) ? read : clean).replace(/([.:])(?=[\p{L}\p{M}\p{N}/])/gu, '$1 ')
  const letters = [...apart]
  const short =
    letters.length <= longest
      ? apart
      : `${letters
          .slice(0, longest - 1)
          .join('')
          .trimEnd()}…`
  return `${marks[0]}${isolate(short)}${marks[1]}`
}

/** A name that is written from right to left stands for itself: the numbers beside it stay where they are. */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** Making a format takes longer than the rest of a line. */
const amounts = new Map<string, Intl.NumberFormat>()

/** £1,234.50, ¥1,235, KWD 1,234.500: with the decimals in which the currency is charged. */
export function money(minor: number, currency: string, of = locale): string {
  const digits = currencyDecimals(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const key = `${of} ${currency}`
  const format = amounts.get(key) ?? new Intl.NumberFormat(of, { style: 'currency', currency, ...decimals })
  amounts.set(key, format)
  return format.format(toMajor(minor, currency))
}

const counts = new Intl.NumberFormat(locale)

/** 1,250. */
export function count(units: number): string {
  return counts.format(units)
}

const timeFields: Intl.DateTimeFormatOptions = {
  ...{ day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
}

/** A formatter takes 70 kB. The cache is bounded: a shop can write its zone in millions of ways (`eUrOpe/London`). */
const times = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

/** 21 November 2026 at 14:02 GMT. A time zone that this release of Node.js does not know must not block the mail. */
export function moment(at: Date, timeZone: string, of = localeOfTimes): string {
  const format = times.get(`${of} ${timeZone}`) ?? makeTimes(timeZone, of) ?? makeTimes('UTC', of)
  return format?.format(at) ?? at.toISOString()
}

function makeTimes(timeZone: string, of: string): Intl.DateTimeFormat | undefined {
  try {
    const format = new Intl.DateTimeFormat(of, { ...timeFields, timeZone })
    times.set(`${of} ${timeZone}`, format)
    return format
  } catch {
    return undefined
  }
}

const rates = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })

/** 20%, 8.375%. */
export function percent(rate: number): string {
  return `${rates.format(rate)}%`
}

/** An address that may be a link in a mail; undefined for any other scheme, and for what is no address. */
export function webAddress(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
}
