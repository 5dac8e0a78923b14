import { shareOf, sumMinor, taxMinor } from '#src/platform/lib/money.ts'
import { includedTax, netMinor, splitByNet, splitMinor, type TaxedPortion } from '#src/platform/lib/tax-fractions.ts'
import { type Place, ratesAt, type TaxRateRow } from './place-rules.ts'

/** The class of products without one. */
export const standardClass = 'standard'

/** The class that taxes shipping, unless shipping follows the goods. */
export const shippingClass = 'shipping'

/** A line of an order, or its shipping. */
export interface TaxedPart {
  taxClass: string
  amountMinor: number
  /** Where it is taxed, if that is not the place of the order. */
  place?: Place
  /** The buyer owes its tax. */
  isReverseCharged?: boolean
}

export interface TaxLine {
  name: string
  rate: number
  /** The amount that the rate applies to; includes the tax if prices do. */
  taxable_minor: number
  amount_minor: number
  /** The price of the taxed parts, if it differs from `taxable_minor` because of other taxes. */
  base_minor?: number
  compound?: true
  reason?: 'reverse_charge'
}

export interface Tax {
  /** One per name and rate, in the order of the table. */
  lines: TaxLine[]
  /** For each part the indexes of its tax lines. */
  linesOf: number[][]
  totalMinor: number
}

/** The row of parts whose tax the buyer owes, wherever they are. */
const reverseCharge: TaxRateRow = {
  country: '',
  region: null,
  postal_codes: null,
  tax_class: '',
  name: 'Reverse charge',
  rate: 0,
  compound: false,
}

/** Parts taxed by the same rows. */
interface Group {
  amountMinor: number
  /** Compound rows last. */
  rows: readonly TaxRateRow[]
}

/**
 * The tax on an order. It is rounded once per line, so that an authority can recalculate each line. No tax without a
 * place, or on an amount of 0.
 * @param unit the minor units that a line is rounded to
 * @throws RangeError beyond the safe integers
 */
export function taxOf(
  rates: readonly TaxRateRow[],
  place: Place | undefined,
  parts: readonly TaxedPart[],
  included: boolean,
  unit = 1,
): Tax {
  const ofClass = ratesAt(rates, place)
  const elsewhere = new Map<Place, typeof ofClass>()
  const rowsOf = parts.map(({ taxClass, amountMinor, place: own, isReverseCharged }) => {
    if (amountMinor === 0) return []
    if (isReverseCharged) return [reverseCharge]
    if (own !== undefined && !elsewhere.has(own)) elsewhere.set(own, ratesAt(rates, own))
    return (own === undefined ? ofClass : elsewhere.get(own))?.get(taxClass) ?? []
  })
  const used = new Set(rowsOf.flat())
  const inTable = [...rates, reverseCharge].filter((row) => used.has(row))
  const kinds = [...new Map(inTable.map((row) => [keyOf(row), row])).values()]
  const keys = kinds.map(keyOf)
  const linesOf = rowsOf.map((rows) => [...new Set(rows.map((row) => keys.indexOf(keyOf(row))))].sort(ascending))
  const groups = parts.map(({ amountMinor }, part): Group => ({ amountMinor, rows: inOrder(rowsOf[part] ?? []) }))
  const amounts = included ? includedAmounts(kinds, groups) : addedAmounts(kinds, groups, unit)
  const lines = kinds.map((kind, line): TaxLine => {
    const { name, rate, compound } = kind
    const { taxable, amount, base } = amounts[line] as Amounts // there is one for each kind
    return {
      name,
      rate,
      taxable_minor: taxable,
      amount_minor: amount,
      ...(base !== taxable && { base_minor: base }),
      ...(compound && { compound: true as const }),
      ...(kind === reverseCharge && { reason: 'reverse_charge' as const }),
    }
  })
  return { lines, linesOf, totalMinor: sumMinor(lines.map((line) => line.amount_minor)) }
}

interface Amounts {
  /** Price of the parts. */
  base: number
  taxable: number
  amount: number
}

function includedAmounts(kinds: readonly TaxRateRow[], groups: readonly Group[]): Amounts[] {
  return kinds.map((kind) => {
    const portions = groups.flatMap(({ amountMinor, rows }) => {
      const index = rows.findIndex((row) => keyOf(row) === keyOf(kind))
      return index < 0 ? [] : [{ ...portionOf(amountMinor, rows), index }]
    })
    const base = sumMinor(portions.map(({ amountMinor }) => amountMinor))
    const { taxableMinor, amountMinor } = includedTax(portions)
    return { base, taxable: taxableMinor, amount: amountMinor }
  })
}

/** A compound tax also applies to its share of the taxes before it, as rounded. */
function addedAmounts(kinds: readonly TaxRateRow[], groups: readonly Group[], unit: number): Amounts[] {
  const done = new Map<string, Amounts>()
  for (const kind of inOrder(kinds)) {
    const taxed = groups.filter(({ rows }) => rows.some((row) => keyOf(row) === keyOf(kind)))
    const base = sumMinor(taxed.map(({ amountMinor }) => amountMinor))
    const below = kind.compound
      ? [...done].map(([key, tax]) => {
          const both = taxed.filter(({ rows }) => comesBefore(rows, key, keyOf(kind)))
          return shareOf(tax.amount, sumMinor(both.map(({ amountMinor }) => amountMinor)), tax.base)
        })
      : []
    const taxable = sumMinor([base, ...below])
    done.set(keyOf(kind), { base, taxable, amount: taxMinor(taxable, kind.rate, false, unit) })
  }
  return kinds.map((kind) => done.get(keyOf(kind)) as Amounts) // all are done
}

function comesBefore(rows: readonly TaxRateRow[], key: string, later: string): boolean {
  const keys = rows.map(keyOf)
  return keys.includes(key) && keys.indexOf(key) < keys.indexOf(later)
}

/**
 * Shipping as part of the supply of the goods (Directive 2006/112/EC, article 78(b)): split over the goods in
 * proportion to their net prices, grouped by their taxes. Free goods share it by their units.
 */
export function shippingByGoods(
  rates: readonly TaxRateRow[],
  place: Place | undefined,
  goods: readonly (TaxedPart & { quantity: number })[],
  included: boolean,
  shippingMinor: number,
): TaxedPart[] {
  const ofClass = ratesAt(rates, place)
  const keyOfClass = (taxClass: string) => (ofClass.get(taxClass) ?? []).map(keyOf).join()
  const groups = [...Map.groupBy(goods, ({ taxClass }) => keyOfClass(taxClass)).values()].map((parts) => ({
    taxClass: parts[0]?.taxClass ?? standardClass,
    ...portionOf(
      sumMinor(parts.map(({ amountMinor }) => amountMinor)),
      included ? inOrder(ofClass.get(parts[0]?.taxClass ?? '') ?? []) : [],
    ),
    units: parts.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  if (groups.length === 0) return []
  const shares =
    splitByNet(shippingMinor, groups) ??
    splitMinor(
      shippingMinor,
      groups.map(({ units }) => BigInt(units)),
    )
  return groups.map(({ taxClass }, index) => ({ taxClass, amountMinor: shares[index] ?? 0 }))
}

/** An amount of a class without the taxes of a place, rounded half up to so many minor units. */
export function withoutTax(
  rates: readonly TaxRateRow[],
  place: Place,
  { taxClass, amountMinor }: TaxedPart,
  unit = 1,
): number {
  return netMinor(portionOf(amountMinor, inOrder(ratesAt(rates, place).get(taxClass) ?? [])), unit)
}

function portionOf(amountMinor: number, rows: readonly TaxRateRow[]): TaxedPortion {
  return { amountMinor, applied: rows.map(({ rate, compound }) => ({ rate, compound: compound ?? false })) }
}

/** Non-compound taxes come before compound ones. */
function inOrder(rows: readonly TaxRateRow[]): TaxRateRow[] {
  return [...rows.filter(({ compound }) => !compound), ...rows.filter(({ compound }) => compound)]
}

function keyOf(row: TaxRateRow): string {
  const { name, rate, compound } = row
  if (row === reverseCharge) return 'reverse charge'
  return `${rate} ${name}${compound ? ' compound' : ''}`
}

function ascending(one: number, other: number): number {
  return one - other
}
