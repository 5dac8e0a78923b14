import { currencyDigits } from './currencies.gen.ts'

/** A price as people of the language write it: `£12.75`, `12,75 £`. */
export function money(amount: number, currency: string, locale: string): string {
  const digits = currencyDigits(currency)
  const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...fractions }).format(amount)
}

export function day(time: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(time))
}

/** Countries by their names, in their order. */
export function countryOptions(codes: readonly string[], locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const named = codes.map((code) => ({ code, name: names.of(code) ?? code }))
  return named.sort((a, b) => a.name.localeCompare(b.name, locale))
}

interface Quantity {
  value: number
  unit: string
}

/** How much of the smallest unit of its kind. */
const sizes: Record<string, number> = {
  mg: 1,
  g: 1e3,
  kg: 1e6,
  oz: 28_349.523,
  lb: 453_592.37,
  ml: 1,
  cl: 10,
  l: 1e3,
  m3: 1e6,
  mm: 1,
  cm: 10,
  m: 1e3,
  cm2: 1,
  m2: 1e4,
  ct: 1,
}

const signs: Record<string, string> = { m3: 'm³', cm2: 'cm²', m2: 'm²', ct: '×' }

/** `£8.00 / 1 l` */
export function unitPrice(
  price: { price: number; currency: string },
  { measure, base }: { measure: Quantity; base: Quantity },
  locale: string,
): string {
  const share = (base.value * (sizes[base.unit] ?? 1)) / (measure.value * (sizes[measure.unit] ?? 1))
  return `${money(price.price * share, price.currency, locale)} / ${base.value} ${signs[base.unit] ?? base.unit}`
}
