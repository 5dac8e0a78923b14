import { translated } from './catalogue.ts'
import { currencyDigits } from './currencies.gen.ts'
import { language } from './language.ts'

/** Numbers, money and times as the viewer's language writes them, times in the zone of the shop. */

/** As the viewer's region has it (`en-GB`), where that is a region of the console's language. */
export const locale = navigator.languages.find(isOfLanguage) ?? language

/** A browser without a language may name one that is none, such as `en-US@posix`. */
function isOfLanguage(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language === language
  } catch {
    return false
  }
}

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function cached<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => Format): Format {
  const found = cache.get(key)
  if (found !== undefined) return found as Format
  const made = make()
  cache.set(key, made)
  return made
}

export function money(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return cached(
    `money ${currency}`,
    () => new Intl.NumberFormat(locale, { style: 'currency', currency, ...fractions }),
  ).format(amount)
}

/** `12.70`, as it is typed into a field. */
export function typedAmount(amount: number, currency: string): string {
  return amount.toFixed(decimalsOf(currency))
}

/** As the service counts it, not as the browser does; two, while the currency of the shop is not known yet. */
export function decimalsOf(currency: string): number {
  return currencyDigits(currency)
}

/** For axes: `£1.2K`. */
export function shortMoney(amount: number, currency: string): string {
  const options: Intl.NumberFormatOptions = {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }
  return cached(`short ${currency}`, () => new Intl.NumberFormat(locale, options)).format(amount)
}

export function count(value: number): string {
  return cached('count', () => new Intl.NumberFormat(locale)).format(value)
}

/** `4.2 MB`. */
export function fileSize(bytes: number): string {
  const options: Intl.NumberFormatOptions = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }
  return cached('megabyte', () => new Intl.NumberFormat(locale, options)).format(bytes / 1e6)
}

export function percent(share: number): string {
  const options: Intl.NumberFormatOptions = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }
  return cached('percent', () => new Intl.NumberFormat(locale, options)).format(share)
}

/** Of the shop; that of the viewer until it is known. */
let zone: string | undefined

export function setTimeZone(name: string): void {
  zone = isTimeZone(name) ? name : 'UTC'
}

export function shopZone(): string | undefined {
  return zone
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function dates(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const chosen = zone === undefined ? options : { ...options, timeZone: zone }
  return cached(`${language} ${JSON.stringify(chosen)}`, () => new Intl.DateTimeFormat(language, chosen))
}

/** Short, for beside a field: `UTC`, `PST`. */
export function zoneName(): string {
  const parts = dates('en', { timeZoneName: 'short' }).formatToParts(new Date())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}

/** In full: `America/Los Angeles`. */
export function zoneTitle(): string {
  return (zone ?? 'UTC').replaceAll('_', ' ')
}

/** The day of the shop that a moment is in: `2026-11-19`. */
export function shopDay(time: string | Date): string {
  return dates('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(time))
}

/** `19 Nov 2026, 14:03:22 GMT`, for who wants it exactly. */
export function exactTime(time: string): string {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }
  return dates(locale, options).format(new Date(time))
}

/** `14:03` today, `19 Nov, 14:03` this year, `19 Nov 2025` before. */
export function shortTime(time: string, now = new Date()): string {
  const date = new Date(time)
  const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  const [its, today] = [shopDay(date), shopDay(now)]
  if (its === today) return dates(locale, clock).format(date)
  if (its.slice(0, 4) === today.slice(0, 4)) return dates(locale, { ...day, ...clock }).format(date)
  return dates(locale, { ...day, year: 'numeric' }).format(date)
}

/** A moment as the dashboard counts, in the zone of the shop: `19 Nov`. */
export function dayText(
  time: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' },
): string {
  return dates(locale, options).format(new Date(time))
}

/** `19 November 2026`, in the zone of the shop, for paper. */
export function longDay(time: string, of = locale): string {
  return dates(of, { dateStyle: 'long' }).format(new Date(time))
}

const steps: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [3600, 'minute'],
  [86_400, 'hour'],
  [86_400 * 7, 'day'],
]

/** `3 minutes ago`, up to a week; then the date. */
export function timeAgo(time: string, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000
  const at = steps.findIndex(([limit]) => Math.abs(seconds) < limit)
  if (at < 0) return shortTime(time)
  const [, unit] = steps[at] as (typeof steps)[number]
  const size = at === 0 ? 1 : (steps[at - 1] as (typeof steps)[number])[0]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}

/** `payment_window_expired` as `Payment window expired`, translated. A test knows the codes of the contract. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ')
  return translated(text.charAt(0).toUpperCase() + text.slice(1))
}

/** `cancels 1 unit, restocks 2 units and refunds £5`, in English as in Britain: without a comma before the last. */
export const listed = (parts: readonly string[]): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(parts)

/** How many items a list has, as its `pagination` tells. */
export interface ListTotal {
  total: number
  total_precision: 'exact' | 'at_least'
}

const nounsWithCapitals: ReadonlySet<string> = new Set(['de'])

/** A name within a sentence: `Order` as `order`; `API key` and `Bestellung` as they are. */
export const inSentence = (text: string): string =>
  nounsWithCapitals.has(language) || /^[A-Z]{2}/.test(text) ? text : lower(text)

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** A state within a sentence: `is approved`, `ist genehmigt`. */
export const lowerWords = (name: string): string => lower(words(name))

/** `250`; `10,000+` of a list with more than it counts. */
export function countTotal({ total, total_precision }: ListTotal): string {
  return total_precision === 'exact' ? count(total) : `${count(total)}+`
}

/** `United Kingdom` for `GB`. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}

/** `GBP – British Pound` for `GBP`. */
export function currencyName(code: string): string {
  return `${code} – ${new Intl.DisplayNames(locale, { type: 'currency' }).of(code)}`
}

/** `850 g`, `2.5 kg`. */
export function weight(grams: number): string {
  const [value, unit] = grams < 1000 ? [grams, 'gram'] : [grams / 1000, 'kilogram']
  return cached(unit, () => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 3 })).format(
    value,
  )
}
