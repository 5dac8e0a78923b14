import type { OrderRow, RefundRow } from '#src/modules/orders/index.ts'
import { type OrderItemRow, taxLinesOfItem, type Units } from '#src/modules/pricing/index.ts'
import { lineTotal, shareOf, sumMinor } from '#src/platform/lib/money.ts'
import { paperTexts } from './paper-texts.ts'
import { type Part, split } from './rules.ts'

export const noUnits = (order: OrderRow): Units => ({
  quantities: order.items.map(() => 0),
  shipping: false,
  fee: false,
})
export const allUnits = (order: OrderRow): Units => ({
  quantities: order.items.map(({ quantity }) => quantity),
  shipping: true,
  fee: true,
})

export function isAll(
  { items, shipping_total_minor: shipping, payment_fee_total_minor: fee }: OrderRow,
  units: Units,
): boolean {
  return (
    items.every(({ quantity }, at) => units.quantities[at] === quantity) &&
    (units.shipping || shipping === 0) &&
    (units.fee || fee === 0)
  )
}

/**
 * Units without multi-purpose vouchers, which are no supply: what is bought with them is invoiced (Directive
 * 2006/112/EC, article 30b).
 */
export function suppliedUnits({ items }: Pick<OrderRow, 'items'>, { quantities, ...rest }: Units): Units {
  return { quantities: items.map(({ voucher }, at) => (voucher === 'multi' ? 0 : (quantities[at] ?? 0))), ...rest }
}

/** Whether units of a fulfillment or a refund are of this line of the order. */
export function isOfItem(units: { line?: number; product_id: string }, item: OrderItemRow): boolean {
  return units.line === undefined ? units.product_id === item.product_id : units.line === item.line
}

/** An order, and the locale of the paper on which its parts are named. */
interface Named {
  order: OrderRow
  locale: string
}

/** Units, shipping and the fee of the way to pay between two states. */
export function partsOf({ order, locale }: Named, before: Units, after: Units): Part[] {
  const items = order.items.flatMap((item, position): Part[] => {
    const from = before.quantities[position] ?? 0
    const to = after.quantities[position] ?? 0
    if (to <= from) return []
    const price = lineTotal({ priceMinor: item.price_minor, quantity: to - from })
    const discount = discountOf(item, to) - discountOf(item, from)
    const taxes = taxLinesOfItem(order.tax_lines ?? [], item, position)
    return [{ ...partOf(item, taxes), quantity: to - from, amountMinor: price - discount, discountMinor: discount }]
  })
  return [
    ...items,
    ...(after.shipping && !before.shipping ? shippingOf(order, locale) : []),
    ...(after.fee && !before.fee ? feeOf({ order, locale }, order.payment_fee_total_minor) : []),
  ]
}

/** The discount of some units of a line: what they would cost less what they cost. */
function discountOf(item: OrderItemRow, units: number): number {
  return shareOf(item.discount_minor, units, item.quantity)
}

function partOf(
  item: OrderItemRow,
  taxes: readonly number[],
): Omit<Part, 'quantity' | 'amountMinor' | 'discountMinor'> {
  const { name, sku, requires_shipping: requiresShipping } = item
  // What staff named themselves has no SKU.
  return { kind: 'item', name, sku: sku || null, taxes, requiresShipping }
}

/** Shipping may be split over the taxes of the goods; the rest of it is untaxed. */
function shippingOf(order: OrderRow, locale: string): Part[] {
  const { shipping_total_minor: whole, shipping_tax_line: line } = order
  if (whole === 0) return []
  const part = (amountMinor: number, taxes: readonly number[]): Part => ({
    kind: 'shipping',
    name: shippingName(order, locale),
    sku: null,
    quantity: 1,
    amountMinor,
    discountMinor: 0,
    taxes,
    requiresShipping: order.items.some((item) => item.requires_shipping),
  })
  const split = (order.tax_lines ?? []).flatMap(({ shipping_minor }, index) =>
    shipping_minor === undefined ? [] : [part(shipping_minor, [index])],
  )
  if (line !== null) return [part(whole, [line])]
  return split.length > 0 ? split : [part(whole, [])]
}

function feeOf({ order, locale }: Named, minor: number): Part[] {
  if (minor === 0) return []
  const { fee } = paperTexts({ locale })
  const taxes = (order.tax_lines ?? []).flatMap(({ fee_minor }, index) => (fee_minor === undefined ? [] : [index]))
  const requiresShipping = order.items.some((item) => item.requires_shipping)
  const name = order.payment_terms === null ? fee : `${fee}: ${order.payment_terms.name}`
  const of = { kind: 'fee', sku: null, quantity: 1, discountMinor: 0 } as const
  return [{ ...of, name, amountMinor: minor, taxes, requiresShipping }]
}

function shippingName({ shipping_method: method }: OrderRow, locale: string): string {
  const { shipping } = paperTexts({ locale })
  return method === null ? shipping : `${shipping}: ${method.name}`
}

/** The refunded units, shipping and the fee; none if an amount was given back. */
export function refundedParts({ order, locale }: Named, refund: RefundRow): Part[] {
  const items = (refund.items ?? []).flatMap((units): Part[] => {
    const { quantity } = units
    const position = order.items.findIndex((item) => isOfItem(units, item))
    const item = order.items[position]
    if (item === undefined) return []
    const taxes = taxLinesOfItem(order.tax_lines ?? [], item, position)
    const price = lineTotal({ priceMinor: item.price_minor, quantity })
    return [{ ...partOf(item, taxes), quantity, amountMinor: price - discountOf(item, quantity), discountMinor: 0 }]
  })
  const { shipping_minor: shipping, payment_fee_minor: fee } = refund
  if (shipping === 0 && fee === 0) return items.length > 0 ? items : untaxedPart({ order, locale }, refund)
  const ofShipping = shipping === 0 ? [] : shippingOf({ ...order, shipping_total_minor: shipping }, locale)
  return [...items, ...ofShipping, ...feeOf({ order, locale }, fee)]
}

/** Of an amount, the part of the goods without tax, so that it is not taken for a rounding. */
function untaxedPart({ order, locale }: Named, refund: RefundRow): Part[] {
  const name = paperTexts({ locale }).amountCredited
  const isTaxed = (item: OrderItemRow, at: number) => taxLinesOfItem(order.tax_lines ?? [], item, at).length > 0
  const untaxed = order.items.filter((item, at) => !isTaxed(item, at))
  const priceOf = (of: readonly OrderItemRow[]) =>
    sumMinor(
      of.map((item) => lineTotal({ priceMinor: item.price_minor, quantity: item.quantity }) - item.discount_minor),
    )
  const kinds = [true, false].map((isGoods) => untaxed.filter((item) => item.requires_shipping === isGoods))
  const shares = split(refund.amount_minor, kinds.map(priceOf))
  return kinds.flatMap(([first], index): Part[] =>
    first === undefined
      ? []
      : [
          {
            kind: 'item',
            name,
            sku: null,
            quantity: 1,
            taxes: [],
            discountMinor: 0,
            amountMinor: shares[index] ?? 0,
            requiresShipping: first.requires_shipping,
          },
        ],
  )
}

/** Such value is a discount for tax (Directive 2006/112/EC, article 73a), spread over all parts. */
export function discounted(parts: Part[], minor: number): Part[] {
  if (minor === 0) return parts
  const shares = split(
    minor,
    parts.map(({ amountMinor }) => amountMinor),
  )
  return parts.map((part, at) => {
    const share = shares[at] ?? 0
    return { ...part, amountMinor: part.amountMinor - share, discountMinor: part.discountMinor + share }
  })
}
