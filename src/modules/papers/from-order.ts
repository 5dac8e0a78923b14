import type { InvoiceSettings } from '#src/modules/merchants/index.ts'
import {
  costOfUnits,
  type OrderItemRow,
  type OrderRow,
  type RefundRow,
  suppliedMinor,
  taxLinesOfItem,
  taxOfAmount,
  taxOfUnits,
} from '#src/modules/orders/index.ts'
import type { PaymentRow } from '#src/modules/payments/index.ts'
import { dayOf } from '#src/platform/lib/days.ts'
import { currencyDecimals, lineTotal, shareOf, sumMinor, toMajor, toMinor } from '#src/platform/lib/money.ts'
import { postalKey } from '#src/platform/lib/postal-codes.ts'
import { isInUnion, memberStateAt } from '#src/platform/lib/vat-numbers.ts'
import type { FrozenInvoice, InvoiceAddress, InvoiceParty } from './invoice.ts'
import { type Amounts, calculate, hasTwoDecimals, isOfTwoDecimals, type Part, split } from './rules.ts'

/** Units of each item, in the order of the items, and shipping. */
export interface Units {
  quantities: readonly number[]
  shipping: boolean
}

/** What a paper is made from. */
export interface Source {
  order: OrderRow
  payments: readonly PaymentRow[]
  settings: InvoiceSettings
  sellerEmail: string | null
  timezone: string
  number: string
  issuedAt: Date
}

export interface Buyer {
  address: OrderRow['billing_address']
  vatId: string | null
}

export const buyerOf = (order: OrderRow): Buyer => ({
  address: order.billing_address ?? order.shipping_address,
  vatId: order.buyer_vat?.number ?? null,
})

/** Whether units of a fulfillment or a refund are of this line of the order. */
export function isOfItem(units: { line?: number; product_id: string }, item: OrderItemRow): boolean {
  return units.line === undefined ? units.product_id === item.product_id : units.line === item.line
}

export const noUnits = (order: OrderRow): Units => ({ quantities: order.items.map(() => 0), shipping: false })
export const allUnits = (order: OrderRow): Units => ({
  quantities: order.items.map(({ quantity }) => quantity),
  shipping: true,
})

/**
 * Units without multi-purpose vouchers, which are no supply: what is bought with them is invoiced (Directive
 * 2006/112/EC, article 30b).
 */
export function suppliedUnits({ items }: Pick<OrderRow, 'items'>, { quantities, shipping }: Units): Units {
  return { quantities: items.map(({ voucher }, at) => (voucher === 'multi' ? 0 : (quantities[at] ?? 0))), shipping }
}

/** The part of a cost that was paid with value that lowers the tax: no price was paid for it. */
function untaxedOf(order: OrderRow, costMinor: number): number {
  return order.untaxed_minor === null ? 0 : shareOf(order.untaxed_minor, costMinor, suppliedMinor(order))
}

/** Such value is a discount for tax (Directive 2006/112/EC, article 73a), spread over all parts. */
function discounted(parts: Part[], minor: number): Part[] {
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

/** The payments without such value. */
function withoutUntaxed(payments: readonly PaymentRow[], minor: number): PaymentRow[] {
  let rest = minor
  return payments.flatMap((payment) => {
    const taken = payment.provider === 'stored_value' ? Math.min(rest, payment.amount_minor) : 0
    rest -= taken
    return taken === payment.amount_minor && taken > 0
      ? []
      : [{ ...payment, amount_minor: payment.amount_minor - taken }]
  })
}

const noteOfVouchers =
  'Gift cards of this order are multi-purpose vouchers: no VAT is due on their sale (Article 30b of Directive ' +
  '2006/112/EC). They are not part of this invoice.'

/** The invoice of the units between two states of an order: all of it, or what a fulfillment adds to earlier ones. */
export function invoiceOfUnits(
  source: Source,
  between: readonly [Units, Units],
  { buyer = buyerOf(source.order), supplied }: { buyer?: Buyer; supplied: Date },
): FrozenInvoice {
  const { order, settings } = source
  const [before, after] = between.map((units) => suppliedUnits(order, units)) as [Units, Units]
  const whole = { ...order, refunds: null }
  const cost = costOfUnits(whole, after) - costOfUnits(whole, before)
  const roundingMinor = isAll(order, after) && !isAll(order, before) ? order.rounding_total_minor : 0
  const untaxed = untaxedOf(order, costOfUnits(whole, after)) - untaxedOf(order, costOfUnits(whole, before))
  const isDue = order.paid_at === null || order.paid_minor < order.total_minor
  const amounts: Amounts = {
    ...common(source),
    roundingMinor,
    totalMinor: cost - roundingMinor - untaxed,
    // Of an edit that is not paid yet, the rest is due.
    paidMinor: isDue ? Math.min(order.paid_minor, cost) : cost - untaxed,
    taxes: taxOfUnits(whole, before, after) ?? [],
    parts: discounted(partsOf(order, before, after), untaxed),
  }
  const paid = source.payments.filter(({ status }) => ['succeeded', 'refunding', 'refunded'].includes(status))
  return {
    ...head(source, 380),
    preceding: null,
    seller: sellerOf(source),
    buyer: buyerParty(order, buyer, settings),
    delivery: deliveryOf(source, supplied),
    payments: withoutUntaxed(paid, untaxed).map((payment) => presentPayment(payment, source.timezone)),
    notes: [...(settings.notes ? [settings.notes] : []), ...(order.voucher_minor === null ? [] : [noteOfVouchers])],
    ...withAccounting(settings, amounts),
  }
}

function isAll({ items, shipping_total_minor: shipping }: OrderRow, units: Units): boolean {
  return items.every(({ quantity }, at) => units.quantities[at] === quantity) && (units.shipping || shipping === 0)
}

/** Whether nothing is left of the order after a refund, which then gives back what the total was rounded by. */
function isLastRefund({ refunds, total_minor }: OrderRow, { id }: RefundRow): boolean {
  const given = refunds?.filter(({ status, edit_id }) => status === 'succeeded' && edit_id === null) ?? []
  const upTo = given.slice(0, given.findIndex((one) => one.id === id) + 1)
  return sumMinor(upTo.map(({ amount_minor }) => amount_minor)) === total_minor
}

/** The credit note of a refund. Seller and buyer are those of the invoice. */
export function creditNoteOfRefund(source: Source, invoice: FrozenInvoice, of: RefundRow): FrozenInvoice {
  const { order } = source
  const refund = withoutVouchers(order, of)
  const taxes = refund.tax_lines ?? taxOfAmount({ ...order, refunds: null }, noUnits(order), refund.amount_minor) ?? []
  const untaxed = untaxedOf(order, refund.amount_minor)
  const roundingMinor = isLastRefund(order, of) ? order.rounding_total_minor : 0
  const amounts: Amounts = {
    ...common(source),
    roundingMinor,
    totalMinor: refund.amount_minor - roundingMinor - untaxed,
    paidMinor: refund.amount_minor - untaxed,
    taxes,
    parts: discounted(refundedParts(order, refund), untaxed),
  }
  return {
    ...about(source, invoice, 381),
    ...withAccounting(source.settings, amounts),
    notes: refund.reason ? [`Reason: ${refund.reason}`] : [],
  }
}

/** The part of a refund that was invoiced. */
function withoutVouchers({ items }: OrderRow, refund: RefundRow): RefundRow {
  const vouchers = new Set(items.flatMap(({ line, voucher }) => (voucher === 'multi' ? [line] : [])))
  if (vouchers.size === 0) return refund
  const supplied = refund.items?.filter(({ line = 0 }) => !vouchers.has(line)) ?? null
  return { ...refund, items: supplied, amount_minor: refund.amount_minor - (refund.voucher_minor ?? 0) }
}

/** A paper with the amounts of another one: the credit note of all of an invoice, or an invoice that takes it back. */
export function inverseOf(source: Source, of: FrozenInvoice, notes: string[]): FrozenInvoice {
  return { ...about(source, of, of.type_code === 380 ? 381 : 380), notes }
}

function about(source: Source, of: FrozenInvoice, typeCode: FrozenInvoice['type_code']): FrozenInvoice {
  return {
    ...of,
    ...head(source, typeCode),
    preceding: { number: of.number, issue_date: of.issue_date },
    payments: [],
    totals: { ...of.totals, paid: of.totals.gross + of.totals.rounding, due: 0 },
  }
}

/** The same invoice again, of a corrected buyer. */
export function correctedInvoice(source: Source, of: FrozenInvoice, buyer: Buyer): FrozenInvoice {
  return {
    ...of,
    ...head(source, 380),
    preceding: { number: of.number, issue_date: of.issue_date },
    seller: sellerOf(source),
    buyer: buyerParty(source.order, buyer, source.settings),
  }
}

function head({ order, number, issuedAt, timezone }: Source, typeCode: FrozenInvoice['type_code']) {
  return {
    number,
    type_code: typeCode,
    issue_date: dayOf(issuedAt.getTime(), timezone),
    currency: order.currency,
    order_number: order.order_number,
  }
}

function common({ order, settings }: Source) {
  const to = order.shipping_address ?? order.billing_address
  const isAbroad = to !== null && memberStateAt(to.country, postalKey(to.postal_code ?? '', to.country)) === undefined
  return {
    currency: order.currency,
    taxIncluded: order.tax_included,
    isExport: isAbroad && isInUnion(settings.seller_address.country),
  }
}

function sellerOf({ settings, sellerEmail: email }: Source): FrozenInvoice['seller'] {
  const { seller_name: name, seller_address: address, vat_id, tax_number } = settings
  return { name, company: null, address, vat_id, tax_number, email }
}

/** Without an address the buyer is in the country of the seller, as the tax takes it. */
function buyerParty(order: OrderRow, { address, vatId }: Buyer, settings: InvoiceSettings): InvoiceParty {
  const { country } = settings.seller_address
  return {
    name: address?.name ?? order.email ?? 'Customer',
    company: address?.company ?? null,
    address: address === null ? { ...nowhere, country } : plainAddress(address),
    vat_id: vatId,
    email: order.email,
  }
}

const nowhere: InvoiceAddress = { line1: '', line2: null, city: '', region: null, postal_code: null, country: '' }

function plainAddress(address: InvoiceAddress): InvoiceAddress {
  const { line1, line2, city, region, postal_code, country } = address
  return { line1, line2, city, region, postal_code, country }
}

function deliveryOf({ order, timezone }: Source, supplied: Date): FrozenInvoice['delivery'] {
  const address = order.shipping_address
  return {
    date: dayOf(supplied.getTime(), timezone),
    name: address?.name ?? '',
    address: address && plainAddress(address),
  }
}

function presentPayment({ method, settled_at, created_at, amount_minor }: PaymentRow, timezone: string) {
  return { method, date: dayOf((settled_at ?? created_at).getTime(), timezone), amount: amount_minor }
}

function withAccounting(settings: InvoiceSettings, amounts: Amounts) {
  const calculated = calculate(amounts)
  if (!hasTwoDecimals(calculated, amounts.currency)) calculated.has_en16931 = false
  const { currency = '', rate = 0 } = settings.tax_currency ?? {}
  if (settings.tax_currency === null || currency === amounts.currency) return { ...calculated, accounting: null }
  const tax = inCurrency(calculated.totals.tax, amounts.currency, rate, currency)
  if (!isOfTwoDecimals(tax, currency)) calculated.has_en16931 = false
  return { ...calculated, accounting: { currency, rate, tax } }
}

function inCurrency(minor: number, from: string, rate: number, to: string): number {
  return toMinor(Number((toMajor(minor, from) * rate).toFixed(currencyDecimals(to))), to) ?? 0
}

/** Units and shipping between two states. */
function partsOf(order: OrderRow, before: Units, after: Units): Part[] {
  const items = order.items.flatMap((item, position): Part[] => {
    const from = before.quantities[position] ?? 0
    const to = after.quantities[position] ?? 0
    if (to <= from) return []
    const price = lineTotal({ priceMinor: item.price_minor, quantity: to - from })
    const discount = discountOf(item, to) - discountOf(item, from)
    const taxes = taxLinesOfItem(order.tax_lines ?? [], item, position)
    return [{ ...partOf(item, taxes), quantity: to - from, amountMinor: price - discount, discountMinor: discount }]
  })
  return after.shipping && !before.shipping ? [...items, ...shippingOf(order)] : items
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
  return { kind: 'item', name, sku, taxes, requiresShipping }
}

/** Shipping may be split over the taxes of the goods; the rest of it is untaxed. */
function shippingOf(order: OrderRow): Part[] {
  const { shipping_total_minor: whole, shipping_tax_line: line } = order
  if (whole === 0) return []
  const part = (amountMinor: number, taxes: readonly number[]): Part => ({
    ...{ kind: 'shipping', name: shippingName(order), sku: null, quantity: 1, amountMinor, discountMinor: 0 },
    ...{ taxes, requiresShipping: order.items.some((item) => item.requires_shipping) },
  })
  const split = (order.tax_lines ?? []).flatMap(({ shipping_minor }, index) =>
    shipping_minor === undefined ? [] : [part(shipping_minor, [index])],
  )
  if (line !== null) return [part(whole, [line])]
  return split.length > 0 ? split : [part(whole, [])]
}

function shippingName({ shipping_method: method }: OrderRow): string {
  return method === null ? 'Shipping' : `Shipping: ${method.name}`
}

/** The refunded units and shipping; none if an amount was given back. */
function refundedParts(order: OrderRow, refund: RefundRow): Part[] {
  const items = (refund.items ?? []).flatMap((units): Part[] => {
    const { quantity } = units
    const position = order.items.findIndex((item) => isOfItem(units, item))
    const item = order.items[position]
    if (item === undefined) return []
    const taxes = taxLinesOfItem(order.tax_lines ?? [], item, position)
    const price = lineTotal({ priceMinor: item.price_minor, quantity })
    return [{ ...partOf(item, taxes), quantity, amountMinor: price - discountOf(item, quantity), discountMinor: 0 }]
  })
  if (refund.shipping_minor === 0) return items.length > 0 ? items : untaxedPart(order, refund)
  return [...items, ...shippingOf({ ...order, shipping_total_minor: refund.shipping_minor })]
}

/** Of an amount, the part of the goods without tax, so that it is not taken for a rounding. */
function untaxedPart(order: OrderRow, refund: RefundRow): Part[] {
  const isTaxed = (item: OrderItemRow, at: number) => taxLinesOfItem(order.tax_lines ?? [], item, at).length > 0
  if (order.items.every(isTaxed)) return []
  return [
    {
      ...{ kind: 'item', name: 'Amount given back', sku: null, quantity: 1, taxes: [] },
      ...{ amountMinor: refund.amount_minor, discountMinor: 0, requiresShipping: false },
    },
  ]
}
