import { currencyDecimals, rateUnits, shareOf, sumMinor } from '#src/platform/lib/money.ts'
import { splitMinor } from '#src/platform/lib/tax-fractions.ts'
import { type CategoryTerms, categoryOf, exemptionOf, mayStandTogether, nameOfCategory } from './categories.ts'
import type { InvoiceLine, InvoiceTax, InvoiceTotals, TaxCategory, TaxedAmount } from './invoice.ts'
import { paperTexts } from './paper-texts.ts'

/** A part of what is invoiced or credited: units of an item, shipping, a fee, or an amount. */
export interface Part {
  kind: 'item' | 'shipping' | 'fee'
  name: string
  sku: string | null
  quantity: number
  /** As priced, after its discount. Parts of one tax share its net amount in proportion to this. */
  amountMinor: number
  discountMinor: number
  /** Indexes of its taxes. */
  taxes: readonly number[]
  requiresShipping: boolean
}

/** One tax of what is invoiced or credited. */
interface Tax {
  name: string
  rate: number
  taxable_minor: number
  amount_minor: number
  reason?: 'reverse_charge'
}

export interface Amounts extends CategoryTerms {
  currency: string
  /** All that is invoiced, with tax, without rounding. */
  totalMinor: number
  roundingMinor: number
  paidMinor: number
  taxIncluded: boolean
  taxes: readonly Tax[]
  parts: readonly Part[]
  /** All parts of the order: an amount of which no units are known is of goods and services as these are. */
  whole?: readonly Part[]
}

export interface Calculated {
  lines: InvoiceLine[]
  charges: TaxedAmount[]
  taxes: InvoiceTax[]
  totals: InvoiceTotals
  has_en16931: boolean
}

/** Parts with one tax, or without any. */
interface Group {
  tax: Tax | undefined
  parts: readonly Part[]
  netMinor: number
  taxMinor: number
  category: TaxCategory
}

/**
 * The lines, taxes and totals of an invoice. The net amount of a rate is split over its lines by largest remainder, so
 * that lines, taxes and totals sum exactly as printed.
 */
export function calculate(amounts: Amounts): Calculated {
  const { totalMinor, roundingMinor, paidMinor, taxes } = amounts
  const hasOneTax = amounts.parts.every((part) => part.taxes.length <= 1)
  const groups = hasOneTax ? groupsOf(amounts).flatMap((group) => byCategory(group, amounts)) : [allInOne(amounts)]
  // EN 16931 wants at least one line.
  const hasItems = groups.some((group) => group.parts.some(({ kind }) => kind === 'item'))
  const lines: InvoiceLine[] = []
  const charges: TaxedAmount[] = []
  for (const group of groups) {
    const weights = group.parts.map(({ amountMinor }) => amountMinor)
    const nets = split(group.netMinor, weights)
    const grosses = split(group.netMinor + group.taxMinor, weights)
    for (const [index, part] of group.parts.entries()) {
      const line = lineOf(part, { net: nets[index] ?? 0, gross: grosses[index] ?? 0 }, group, amounts)
      if (part.kind === 'item' || !hasItems) lines.push(line)
      else charges.push(amountOf(line))
    }
  }
  const tax = sumMinor(taxes.map(({ amount_minor }) => amount_minor))
  const totals: InvoiceTotals = {
    lines: sumMinor(lines.map(({ net }) => net)),
    charges: sumMinor(charges.map(({ net }) => net)),
    net: totalMinor - tax,
    tax,
    gross: totalMinor,
    paid: paidMinor,
    rounding: roundingMinor,
    due: totalMinor + roundingMinor - paidMinor,
  }
  return {
    lines,
    charges,
    taxes: hasOneTax ? groups.map((group) => taxOfGroup(group, amounts)) : taxes.map(severalTaxes),
    totals,
    has_en16931: hasOneTax && mayStandTogether(groups.map(({ category }) => category)),
  }
}

/** Whether EN 16931 has the amount: it has two decimals, also of currencies with three. */
export function isOfTwoDecimals(minor: number, currency: string): boolean {
  return minor % 10 ** Math.max(0, currencyDecimals(currency) - 2) === 0
}

/** Whether it has all amounts of the invoice. */
export function hasTwoDecimals({ lines, charges, taxes, totals }: Calculated, currency: string): boolean {
  const amounts = [
    ...lines.flatMap(({ net, discount }) => [net, discount]),
    ...charges.map(({ net }) => net),
    ...taxes.flatMap(({ taxable, tax }) => [taxable, tax]),
    ...Object.values(totals),
  ]
  return amounts.every((minor) => isOfTwoDecimals(minor, currency))
}

type Uncategorized = Omit<Group, 'category'>

function groupsOf({ taxes, taxIncluded, totalMinor, parts, whole = [], locale }: Amounts): Uncategorized[] {
  const amountOf = (tax: Tax | undefined, index?: number) => {
    const its = whole.filter(({ taxes: [first] }) => first === index)
    return amountOnly(tax, its, { locale })
  }
  const taxed = taxes.map((tax, index): Uncategorized => {
    const ofTax = parts.filter((part) => part.taxes[0] === index)
    return {
      tax,
      parts: ofTax.length > 0 ? ofTax : amountOf(tax, index),
      netMinor: tax.taxable_minor - (taxIncluded ? tax.amount_minor : 0),
      taxMinor: tax.amount_minor,
    }
  })
  const used = taxed.filter(({ netMinor, taxMinor, parts: [part] }) => netMinor > 0 || taxMinor || part?.sku)
  const rest = totalMinor - sumMinor(used.map(({ netMinor, taxMinor }) => netMinor + taxMinor))
  const without = parts.filter((part) => part.taxes.length === 0)
  if (rest === 0 && without.length === 0) return used
  const [first, ...others] = used.toSorted((one, other) => other.netMinor - one.netMinor)
  // What is free has no tax line; it stands beside what is taxed. So does what the rounding of a refund leaves.
  const isRounding = without.length === 0 ? Math.abs(rest) <= taxes.length : rest <= 0
  if (isRounding && first !== undefined)
    return [{ ...first, parts: [...first.parts, ...without], netMinor: first.netMinor + rest }, ...others]
  const untaxedParts = without.length > 0 ? without : amountOf(undefined)
  return [...used, { tax: undefined, parts: untaxedParts, netMinor: rest, taxMinor: 0 }]
}

function allInOne({ taxes, totalMinor, parts }: Amounts): Group {
  const tax = sumMinor(taxes.map(({ amount_minor }) => amount_minor))
  return { tax: undefined, parts, netMinor: totalMinor - tax, taxMinor: tax, category: 'Z' }
}

/** Goods and services without tax are of several categories. */
function byCategory(group: Uncategorized, terms: CategoryTerms): Group[] {
  const kinds = Map.groupBy(group.parts, (part) => categoryOf(group.tax, part, terms))
  const weights = [...kinds.values()].map((parts) => sumMinor(parts.map(({ amountMinor }) => amountMinor)))
  const [nets, taxes] = [split(group.netMinor, weights), split(group.taxMinor, weights)]
  return [...kinds].map(([category, parts], index) => ({
    ...group,
    parts,
    category,
    netMinor: nets[index] ?? 0,
    taxMinor: taxes[index] ?? 0,
  }))
}

/** A line for a tax of which no units are known; without tax one for goods and one for services, as in the order. */
function amountOnly(tax: Tax | undefined, whole: readonly Part[], terms: Pick<CategoryTerms, 'locale'>): Part[] {
  const named = tax?.reason === undefined ? tax?.name : nameOfCategory('AE', terms)
  const name = named ?? paperTexts(terms).withoutTax
  const none = { sku: null, quantity: 1, discountMinor: 0, taxes: [] }
  const line = (requiresShipping: boolean, amountMinor: number): Part => ({
    kind: 'item',
    name,
    ...none,
    requiresShipping,
    amountMinor,
  })
  const kinds = [true, false].flatMap((requiresShipping) => {
    const its = whole.filter((part) => part.requiresShipping === requiresShipping)
    const amount = sumMinor(its.map(({ amountMinor }) => amountMinor))
    return amount > 0 ? [line(requiresShipping, amount)] : []
  })
  return kinds.length > 0 && !(tax !== undefined && tax.rate > 0) ? kinds : [line(false, 1)]
}

function taxOfGroup({ tax, netMinor, taxMinor, category }: Group, terms: CategoryTerms): InvoiceTax {
  const isNamed = tax !== undefined && tax.reason === undefined
  const name = isNamed ? tax.name : (nameOfCategory(category, terms) ?? paperTexts(terms).withoutTax)
  return {
    name,
    category,
    rate: tax?.rate ?? 0,
    taxable: netMinor,
    tax: taxMinor,
    exemption: exemptionOf(category, terms),
  }
}

function severalTaxes({ name, rate, taxable_minor, amount_minor }: Tax): InvoiceTax {
  return { name, category: 'S', rate, taxable: taxable_minor, tax: amount_minor, exemption: null }
}

function lineOf(
  part: Part,
  { net, gross }: { net: number; gross: number },
  { tax, category }: Group,
  { currency, taxIncluded }: Amounts,
): InvoiceLine {
  const { name, sku, quantity, amountMinor, discountMinor } = part
  const discount =
    amountMinor > 0 ? shareOf(discountMinor, net, amountMinor) : withoutTax(discountMinor, tax, taxIncluded)
  const price = unitPrice(net + discount, quantity, currency)
  return {
    name,
    sku,
    quantity,
    price,
    discount,
    net,
    category,
    rate: tax?.rate ?? 0,
    ...(taxIncluded && {
      gross,
      gross_price: unitPrice(gross + discountMinor, quantity, currency),
      gross_discount: discountMinor,
    }),
  }
}

function amountOf({ name, net, category, rate, gross }: InvoiceLine): TaxedAmount {
  return { name, net, category, rate, ...(gross !== undefined && { gross }) }
}

/** The discount of what is given away, of which there is no net amount to tell it. */
function withoutTax(minor: number, tax: Tax | undefined, isIncluded: boolean): number {
  const units = rateUnits(isIncluded ? (tax?.rate ?? 0) : 0) ?? 0
  const whole = rateUnits(100) ?? 0
  return shareOf(minor, whole, whole + units)
}

/** Decimals beyond those of the currency. */
const moreDecimals = 2

/** The price of a unit as a decimal number, rounded half up. */
function unitPrice(minor: number, quantity: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(shareOf(10 ** moreDecimals, minor, quantity)).padStart(decimals + moreDecimals + 1, '0')
  const whole = digits.slice(0, -(decimals + moreDecimals))
  const fraction = digits.slice(-(decimals + moreDecimals))
  const decimalsText = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '')
  return decimalsText === '' ? whole : `${whole}.${decimalsText}`
}

/** Splits by largest remainder; in equal parts where all weights are 0. */
export function split(amountMinor: number, weights: readonly number[]): number[] {
  const hasWeight = weights.some((weight) => weight > 0)
  return splitMinor(
    amountMinor,
    weights.map((weight) => (hasWeight ? BigInt(weight) : 1n)),
  )
}
