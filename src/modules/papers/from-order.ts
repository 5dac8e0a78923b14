import type { InvoiceSettings } from '#src/modules/merchants/index.ts'
import type { OrderRow, RefundRow } from '#src/modules/orders/index.ts'
import type { PaymentRow } from '#src/modules/payments/index.ts'
import { costOfUnits, placesOf, taxOfAmount, taxOfUnits, type Units } from '#src/modules/pricing/index.ts'
import { suppliedMinor } from '#src/modules/settlement/index.ts'
import { dayOf } from '#src/platform/lib/days.ts'
import { currencyDecimals, shareOf, sumMinor, toMajor, toMinor } from '#src/platform/lib/money.ts'
import { postalKey } from '#src/platform/lib/postal-codes.ts'
import { fill } from '#src/platform/lib/texts/texts.ts'
import { memberStateAt } from '#src/platform/lib/vat-numbers.ts'
import type { FrozenInvoice } from './invoice.ts'
import { allUnits, discounted, isAll, noUnits, partsOf, refundedParts, suppliedUnits } from './order-parts.ts'
import { paperTexts } from './paper-texts.ts'
import { type Buyer, buyerOf, buyerParty, deliveryOf, sellerOf } from './parties.ts'
import { paymentNotes, paymentOf } from './payment-of-invoice.ts'
import type { Account } from './queries.ts'
import { type Amounts, calculate, hasTwoDecimals, isOfTwoDecimals } from './rules.ts'

/** What a paper is made from. */
export interface Source {
  order: OrderRow
  account: Account | null
  payments: readonly PaymentRow[]
  settings: InvoiceSettings
  sellerEmail: string | null
  /** The shop's own VAT number, where the setting of invoices has none. */
  shopVatNumber: string | null
  timezone: string
  /** Of the paper. */
  locale: string
  number: string
  issuedAt: Date
}

/** The part of a cost, with its tax, that was paid with value that lowers the tax: no price was paid for it. */
function untaxedOf(order: OrderRow, costMinor: number, taxes: readonly { amount_minor: number }[] | null): number {
  if (order.untaxed_minor === null) return 0
  const added = order.tax_included ? 0 : sumMinor((taxes ?? []).map(({ amount_minor }) => amount_minor))
  return shareOf(order.untaxed_minor, costMinor - added, suppliedMinor(order))
}

/** The payments without such value. */
function withoutUntaxed(payments: readonly PaymentRow[], minor: number): PaymentRow[] {
  let rest = minor
  return payments.flatMap((payment) => {
    const paidByValue = payment.provider === 'stored_value' ? Math.min(rest, payment.amount_minor) : 0
    rest -= paidByValue
    return paidByValue === payment.amount_minor && paidByValue > 0
      ? []
      : [{ ...payment, amount_minor: payment.amount_minor - paidByValue }]
  })
}

/** The payments without what edits have given back, so that they add up to what is paid of the order as it is. */
function withoutEdits({ refunds }: OrderRow, payments: readonly PaymentRow[]): PaymentRow[] {
  const given = (refunds ?? []).flatMap(({ edit_id, parts }) => (edit_id === null ? [] : parts))
  return payments.flatMap((payment) => {
    const back = given.filter(({ payment_id, status }) => payment_id === payment.id && status !== 'failed')
    const left = payment.amount_minor - sumMinor(back.map(({ amount_minor }) => amount_minor))
    return left > 0 ? [{ ...payment, amount_minor: left }] : []
  })
}

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
  const untaxedUpTo = (units: Units) =>
    untaxedOf(order, costOfUnits(whole, units), taxOfUnits(whole, noUnits(order), units))
  const untaxed = untaxedUpTo(after) - untaxedUpTo(before)
  const isDue = order.paid_at === null || order.paid_minor < order.total_minor
  const amounts: Amounts = {
    ...common(source),
    roundingMinor,
    totalMinor: cost - roundingMinor - untaxed,
    // Of an edit that is not paid yet, the rest is due.
    paidMinor: isDue ? Math.min(order.paid_minor, cost) : cost - untaxed,
    taxes: taxOfUnits(whole, before, after) ?? [],
    parts: discounted(partsOf(source, before, after), untaxed),
  }
  const paid = source.payments.filter(({ status }) => ['succeeded', 'refunding', 'refunded'].includes(status))
  return {
    ...head(source, 380),
    preceding: null,
    seller: sellerOf(source),
    buyer: buyerParty(source, buyer),
    delivery: deliveryOf(source, supplied),
    payments: withoutUntaxed(withoutEdits(order, paid), untaxed).map((payment) =>
      presentPayment(payment, source.timezone),
    ),
    notes: [
      ...paymentNotes(source),
      ...(settings.notes ? [settings.notes] : []),
      ...(order.voucher_minor === null ? [] : [paperTexts(source).vouchers]),
    ],
    ...paymentOf(source),
    ...withAccounting(settings, amounts),
  }
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
  const untaxed = untaxedOf(order, refund.amount_minor, taxes)
  const roundingMinor = isLastRefund(order, of) ? order.rounding_total_minor : 0
  const amounts: Amounts = {
    ...common(source),
    roundingMinor,
    totalMinor: refund.amount_minor - roundingMinor - untaxed,
    paidMinor: refund.amount_minor - untaxed,
    taxes,
    parts: discounted(refundedParts(source, refund), untaxed),
  }
  return {
    ...about(source, invoice, 381),
    ...withAccounting(source.settings, amounts),
    notes: refund.reason ? [fill(paperTexts(source).reason, { reason: refund.reason })] : [],
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
  const { payment: _, ...amounts } = of
  return {
    ...amounts,
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
    buyer: buyerParty(source, buyer),
  }
}

function head({ order, number, issuedAt, timezone, locale }: Source, typeCode: FrozenInvoice['type_code']) {
  return {
    locale,
    number,
    type_code: typeCode,
    issue_date: dayOf(issuedAt.getTime(), timezone),
    currency: order.currency,
    order_number: order.order_number,
  }
}

function common(source: Source) {
  const { order, settings } = source
  const places = placesOf(order, settings.seller_address)
  const isHere = stateAt(settings.seller_address) !== undefined
  return {
    currency: order.currency,
    locale: source.locale,
    taxIncluded: order.tax_included,
    outside: {
      goods: isHere && stateAt(places.goods) === undefined,
      // Northern Ireland is of the EU for goods alone.
      services: isHere && [undefined, 'XI'].includes(stateAt(places.services)),
    },
    exemption: settings.exemption?.text ?? null,
    hasVatId: sellerOf(source).vat_id !== null,
    whole: partsOf(source, noUnits(order), suppliedUnits(order, allUnits(order))),
  }
}

function stateAt(place: { country: string; postal_code?: string | null } | undefined): string | undefined {
  return place && memberStateAt(place.country, postalKey(place.postal_code ?? '', place.country))
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
