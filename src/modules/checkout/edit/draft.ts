import type { EditedOrder, OrderRow, WrittenLine } from '#src/modules/orders/index.ts'
import {
  baseOf,
  costOfLine,
  type RefundTaxLineRow,
  type TaxLineRow,
  taxLinesOfItem,
} from '#src/modules/pricing/index.ts'
import type { AppliedDiscount } from '#src/modules/promotions/index.ts'
import { taxOf } from '#src/modules/taxes/index.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { lineTotal, maxAmount, shareOf, sumMinor, toMajor } from '#src/platform/lib/money.ts'
import { splitMinor } from '#src/platform/lib/tax-fractions.ts'

type EditableOrder = EditedOrder &
  Pick<OrderRow, 'currency' | 'tax_included' | 'shipping_total_minor' | 'payment_fee_total_minor'>

interface DraftItem extends Omit<WrittenLine, 'tax_line'> {
  /** Indexes of its tax lines. */
  taxes: number[]
}

interface DraftTax extends RefundTaxLineRow {
  /** Price of the taxed parts. */
  base: number
  shipping_minor?: number
  fee_minor?: number
}

/** An order while it is edited: a line may have no units for the moment. */
export interface Draft {
  items: DraftItem[]
  taxes: DraftTax[]
  included: boolean
  /** Payments charge multiples of this many minor units. */
  unit: number
}

/** Units of a line that come at its frozen rates. */
export interface Coming {
  line: number
  quantity: number
  price_minor: number
  discount_minor: number
  priced_by_staff?: true
}

export function openDraft(order: EditableOrder, unit: number): Draft {
  const taxLines = order.tax_lines ?? []
  return {
    items: order.items.map(({ tax_line, ...item }, position) => ({
      ...item,
      taxes: taxLinesOfItem(taxLines, { ...item, tax_line }, position),
    })),
    taxes: taxLines.map(({ items: _, base_minor: __, ...line }, index) => ({
      ...line,
      base: baseOf(taxLines[index] ?? line),
    })),
    included: order.tax_included,
    unit,
  }
}

/** Takes units out of lines. They cost what their refund would, and their tax is that of their refund. */
export function leave(draft: Draft, units: ReadonlyMap<number, number>): Draft {
  const costs = new Map(draft.items.map((item) => [item.line, costOfLine(item, units.get(item.line) ?? 0)]))
  const costAt = ({ line }: DraftItem) => costs.get(line) ?? 0
  const items = draft.items.map((item) => {
    const quantity = item.quantity - (units.get(item.line) ?? 0)
    const paid = lineTotal({ priceMinor: item.price_minor, quantity: item.quantity }) - item.discount_minor
    const whole = lineTotal({ priceMinor: item.price_minor, quantity })
    return { ...item, quantity, discount_minor: whole - (paid - costAt(item)) }
  })
  const taxes = draft.taxes.map((tax, index) => {
    const part = sumMinor(draft.items.map((item) => (item.taxes.includes(index) ? costAt(item) : 0)))
    return {
      ...tax,
      base: tax.base - part,
      taxable_minor: tax.taxable_minor - shareOf(tax.taxable_minor, part, tax.base),
      amount_minor: tax.amount_minor - shareOf(tax.amount_minor, part, tax.base, draft.included ? 1 : draft.unit),
    }
  })
  return { ...draft, items, taxes }
}

/** Puts units into lines of the order, taxed at the rates that were frozen with them. */
export function come(draft: Draft, coming: readonly Coming[]): Draft {
  const place = { country: 'ZZ', region: null }
  const items = new Map(draft.items.map((item) => [item.line, item]))
  const taxesOf = (line: number) => items.get(line)?.taxes ?? []
  const rates = [...new Map(coming.map(({ line }) => [taxesOf(line).join(), taxesOf(line)]))].flatMap(([key, taxes]) =>
    taxes.map((index) => {
      const { rate = 0, compound = false } = draft.taxes[index] ?? {}
      return { ...place, postal_codes: null, tax_class: key, name: String(index), rate, compound }
    }),
  )
  const parts = coming.map(({ line, quantity, price_minor, discount_minor }) => ({
    taxClass: taxesOf(line).join(),
    amountMinor: lineTotal({ priceMinor: price_minor, quantity }) - discount_minor,
  }))
  const { lines } = taxOf(rates, place, parts, draft.included, draft.included ? 1 : draft.unit)
  const added = new Map(lines.map((line) => [Number(line.name), line]))
  const units = new Map(coming.map((one) => [one.line, one]))
  return {
    ...draft,
    items: draft.items.map((item) => {
      const { quantity = 0, price_minor = item.price_minor, discount_minor = 0 } = units.get(item.line) ?? {}
      const discount = item.discount_minor + discount_minor
      const priced = units.get(item.line)?.priced_by_staff && { priced_by_staff: true }
      return { ...item, ...priced, quantity: item.quantity + quantity, price_minor, discount_minor: discount }
    }),
    taxes: draft.taxes.map((tax, index) => plus(tax, added.get(index))),
  }
}

function plus(tax: DraftTax, more: TaxLineRow | undefined): DraftTax {
  if (more === undefined) return tax
  return {
    ...tax,
    base: tax.base + baseOf(more),
    taxable_minor: tax.taxable_minor + more.taxable_minor,
    amount_minor: tax.amount_minor + more.amount_minor,
  }
}

/**
 * Puts in what was priced today, as lines of their own; `into` names the line that each item belongs to, which takes it
 * if its price and taxes are the same.
 */
export function comeToday(
  draft: Draft,
  priced: { items: readonly WrittenLine[]; tax_lines: readonly TaxLineRow[] | null },
  into: readonly (number | undefined)[],
): Draft {
  const taxLines = priced.tax_lines ?? []
  const taxes = [...draft.taxes]
  const indexes = taxLines.map((line) => {
    const taxIndex = draft.taxes.findIndex((tax) => keyOf(tax) === keyOf(line))
    const index = taxIndex < 0 ? taxes.length : taxIndex
    const { name, rate, compound, reason } = line
    const none = { name, rate, taxable_minor: 0, amount_minor: 0, base: 0 }
    const tax = taxes[index] ?? { ...none, ...(compound && { compound }), ...(reason && { reason }) }
    taxes[index] = plus(tax, line)
    return index
  })
  const items = [...draft.items]
  const places = new Map(items.map(({ line }, at) => [line, at]))
  let last = Math.max(0, ...places.keys())
  for (const [position, { tax_line, ...item }] of priced.items.entries()) {
    const of = taxLinesOfItem(taxLines, { ...item, tax_line }, position)
    const its = of.flatMap((index) => indexes[index] ?? []).sort((one, other) => one - other)
    const at = places.get(into[position] ?? 0) ?? -1
    const same = items[at]
    if (same?.quantity === 0) items[at] = { ...item, line: same.line, taxes: its }
    else if (same !== undefined && same.price_minor === item.price_minor && isPlain(same, its))
      items[at] = { ...same, quantity: same.quantity + item.quantity }
    else items.push({ ...item, line: ++last, taxes: its })
  }
  return { ...draft, items, taxes }
}

function isPlain({ quantity, discount_minor, taxes }: DraftItem, its: readonly number[]): boolean {
  return quantity > 0 && discount_minor === 0 && taxes.toSorted((one, other) => one - other).join() === its.join()
}

function keyOf({ name, rate, compound, reason }: RefundTaxLineRow): string {
  return [rate, name, compound ?? '', reason ?? ''].join(' ')
}

/**
 * The order as it was drafted. Discounts keep their parts of what is left; shipping and the fee stay as they were paid.
 * @throws AppError VALIDATION_ERROR when the total exceeds the largest amount
 */
export function closeDraft(draft: Draft, order: EditableOrder): EditedOrder {
  const items = draft.items.filter(({ quantity }) => quantity > 0)
  const isUsed = ({ shipping_minor, fee_minor }: DraftTax, index: number) =>
    (shipping_minor ?? fee_minor) !== undefined ||
    index === order.shipping_tax_line ||
    items.some((one) => one.taxes.includes(index))
  const used = draft.taxes.flatMap((tax, index) => (isUsed(tax, index) ? [index] : []))
  const hasSeveral = items.some(({ taxes }) => taxes.length > 1)
  const taxLines = used.map((index): TaxLineRow => {
    const { base, ...tax } = draft.taxes[index] as DraftTax // kept
    const lines = items.filter(({ taxes }) => taxes.includes(index)).map(({ line }) => line)
    return { ...tax, ...(base !== tax.taxable_minor && { base_minor: base }), ...(hasSeveral && { items: lines }) }
  })
  const subtotal = rightSum(items.map((item) => lineTotal({ priceMinor: item.price_minor, quantity: item.quantity })))
  const discount = sumMinor(items.map(({ discount_minor }) => discount_minor))
  const tax = sumMinor(taxLines.map(({ amount_minor }) => amount_minor))
  const { shipping_total_minor, payment_fee_total_minor } = order
  const sum = rightSum([subtotal, shipping_total_minor, payment_fee_total_minor, draft.included ? 0 : tax, -discount])
  if (toMajor(Math.max(subtotal, sum), order.currency) > maxAmount) throw tooMuch()
  const rounding = shareOf(sum, 1, 1, draft.unit) - sum
  return {
    subtotal_minor: subtotal,
    discount_total_minor: discount,
    rounding_total_minor: rounding,
    discounts: order.discounts && scaled(order.discounts, discount),
    tax_total_minor: tax,
    tax_lines: taxLines.length > 0 ? taxLines : null,
    total_minor: sum + rounding,
    shipping_tax_line: order.shipping_tax_line === null ? null : used.indexOf(order.shipping_tax_line),
    items: items
      .map(({ taxes: [first], ...item }) => ({
        ...item,
        tax_line: first === undefined ? null : used.indexOf(first),
      }))
      .sort((one, other) => one.line - other.line),
  }
}

function scaled(discounts: readonly AppliedDiscount[], totalMinor: number): AppliedDiscount[] {
  const weights = discounts.map(({ amount_minor }) => BigInt(amount_minor))
  if (weights.every((weight) => weight === 0n)) return [...discounts]
  const parts = splitMinor(totalMinor, weights)
  return discounts.map((discount, index) => ({ ...discount, amount_minor: parts[index] ?? 0 }))
}

function rightSum(amounts: readonly number[]): number {
  try {
    return sumMinor(amounts)
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch()
    throw error
  }
}

function tooMuch() {
  return invalid({ field: 'add', message: `must not make the order cost more than ${maxAmount}` })
}
