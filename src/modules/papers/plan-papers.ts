import { isDeepStrictEqual } from 'node:util'
import type { OrderRow, RefundRow } from '#src/modules/orders/index.ts'
import type { PaymentRow } from '#src/modules/payments/index.ts'
import { costOfUnits, taxOfUnits, type Units } from '#src/modules/pricing/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Draft, Invoiced } from './draft.ts'
import { creditNoteOfRefund, inverseOf, invoiceOfUnits, type Source } from './from-order.ts'
import type { FrozenInvoice } from './invoice.ts'
import { invoicedSettings } from './invoiced-settings.ts'
import { allUnits, isOfItem, noUnits, suppliedUnits } from './order-parts.ts'
import { inWordsOf, localeOfPapers, paperTexts } from './paper-texts.ts'
import type { InvoiceRequest, InvoiceRow } from './queries.ts'

/** The papers that a cause makes; none if its order has them, or takes none. */
export function planPapers(found: Invoiced, request: InvoiceRequest): Draft[] {
  const { order, papers } = found
  const { cause, refund_id: refundId, fulfillment_id: fulfillmentId } = request
  const draft = { id: request.id, cause, refundId, fulfillmentId, causedAt: request.caused_at }
  if (cause === 'paid' || cause === 'requested') {
    if (papers.length > 0 || isTest(found.payments) || !hasSupply(order)) return []
    const supplied = suppliedAt(order, request.caused_at)
    const make: Draft['make'] = (source) => invoiceOfUnits(source, [noUnits(order), allUnits(order)], { supplied })
    return [{ ...draft, kind: 'invoice', corrects: null, make }]
  }
  if (cause === 'fulfilled') return isTest(found.payments) ? [] : ofFulfillment(found, request)
  const last = papers.findLast(({ kind, cause: why }) => kind === 'invoice' && why !== 'refund_failed')
  if (last === undefined) return []
  if (cause === 'edited') return ofEdit(found, request, last)
  const refund = order.refunds?.find(({ id }) => id === refundId)
  if (cause === 'refunded' && refund !== undefined) return ofRefund(found, request, last, refund)
  if (cause === 'refund_failed') {
    const given = papers.findLast(({ kind, refund_id }) => kind === 'credit_note' && refund_id === refundId)
    if (given === undefined) return []
    const make: Draft['make'] = (source) => inverseOf(source, given.data, [paperTexts(source).refundFailed])
    return [{ ...draft, kind: 'invoice', corrects: given.id, make }]
  }
  if (cause === 'cancelled') {
    const make: Draft['make'] = (source) => inverseOf(source, last.data, [paperTexts(source).cancelled])
    return [{ ...draft, kind: 'credit_note', corrects: last.id, make }]
  }
  return []
}

/** A credit note of the last invoice and an invoice of the edited order, unless it is of that already. */
function ofEdit({ order, account, payments, papers }: Invoiced, request: InvoiceRequest, last: InvoiceRow): Draft[] {
  const { cause, caused_at: causedAt } = request
  const supplied = suppliedAt(order, causedAt)
  const invoiceOf = (source: Source) => invoiceOfUnits(source, [noUnits(order), allUnits(order)], { supplied })
  const settings = invoicedSettings(papers)
  const asNow = {
    order,
    account,
    payments,
    settings,
    sellerEmail: null,
    shopVatNumber: null,
    timezone: 'UTC',
    number: '',
    issuedAt: causedAt,
    locale: localeOfPapers(papers) ?? 'en',
  }
  // A shop that has changed its words since has changed no order.
  const now = inWordsOf(last.data, () => invoiceOf(asNow))
  if (isDeepStrictEqual(contentOf(now), contentOf(last.data))) return []
  const draft = { cause, refundId: null, fulfillmentId: null, corrects: last.id, causedAt }
  const { number, issue_date } = last.data
  return [
    {
      ...draft,
      id: request.id,
      kind: 'credit_note',
      make: (source) => inverseOf(source, last.data, [paperTexts(source).edited]),
    },
    {
      ...draft,
      id: newId(),
      kind: 'invoice',
      make: (source) => ({ ...invoiceOf(source), preceding: { number, issue_date } }),
    },
  ]
}

function contentOf({ lines, charges, taxes, totals }: FrozenInvoice) {
  const { net, tax, gross, rounding } = totals
  // Papers of earlier releases have no prices with tax.
  const bare = lines.map(({ gross: _, gross_price: __, gross_discount: ___, ...line }) => line)
  return { bare, charges: charges.map(({ gross: _, ...charge }) => charge), taxes, net, tax, gross, rounding }
}

/** The credit note of a refund that was given before its order was invoiced. */
export function requestOfRefund(order: OrderRow, refund: RefundRow, at: Date): InvoiceRequest {
  const ids = { merchant_id: order.merchant_id, id: newId(), order_id: order.id, refund_id: refund.id }
  return { ...ids, cause: 'refunded', fulfillment_id: null, caused_at: at }
}

/** Whether an order was paid by test payments alone: no money was paid, so no number is used. */
export function isTest(payments: readonly PaymentRow[]): boolean {
  const paid = payments.filter(({ status }) => ['succeeded', 'refunding', 'refunded'].includes(status))
  return paid.length > 0 && paid.every(({ provider }) => provider === 'test')
}

/** Whether an order has more than multi-purpose vouchers, which are no supply. */
export function hasSupply({ items }: OrderRow): boolean {
  return items.some(({ voucher }) => voucher !== 'multi')
}

/** The day of supply, or of the payment before it. */
function suppliedAt(order: OrderRow, otherwise: Date): Date {
  const sent = order.fulfillments?.map(({ created_at }) => new Date(created_at)) ?? []
  const [first] = sent.sort((one, other) => one.getTime() - other.getTime())
  const paid = order.paid_at ?? otherwise
  return first !== undefined && first < paid ? first : paid
}

/** The invoice of a fulfillment: its units, and with the first one shipping and the fee of the way to pay. */
function ofFulfillment({ order, papers }: Invoiced, request: InvoiceRequest): Draft[] {
  const { fulfillment_id: id, refund_id: refundId, cause } = request
  const sent = order.fulfillments?.find((one) => one.id === id)
  // An invoice of the whole order has its units.
  if (sent === undefined || papers.some((paper) => paper.kind === 'invoice' && paper.fulfillment_id === null)) return []
  const earlier = papers.flatMap(
    ({ fulfillment_id }) => order.fulfillments?.filter((one) => one.id === fulfillment_id) ?? [],
  )
  const units = (fulfillments: typeof earlier): Units => ({
    quantities: order.items.map((item) =>
      fulfillments
        .flatMap(({ items }) => items)
        .reduce((sum, units) => sum + (isOfItem(units, item) ? units.quantity : 0), 0),
    ),
    shipping: fulfillments.length > 0,
    fee: fulfillments.length > 0,
  })
  const between = [units(earlier), units([...earlier, sent])] as const
  const [before, after] = between.map((all) => suppliedUnits(order, all).quantities.join())
  if (before === after) return []
  const supplied = new Date(sent.created_at)
  const draft = { id: request.id, cause, refundId, fulfillmentId: sent.id, causedAt: request.caused_at }
  return [
    { ...draft, kind: 'invoice', corrects: null, make: (source) => invoiceOfUnits(source, between, { supplied }) },
  ]
}

function ofRefund({ order, papers }: Invoiced, request: InvoiceRequest, last: InvoiceRow, refund: RefundRow): Draft[] {
  const invoiced = last.fulfillment_id === null ? refund : sentPart(order, refund)
  if (invoiced === undefined) return []
  const balance = papers
    .filter(({ refund_id }) => refund_id === refund.id)
    .reduce((sum, { kind }) => sum + (kind === 'credit_note' ? 1 : -1), 0)
  if (balance > 0 || refund.amount_minor === refund.voucher_minor) return []
  const make: Draft['make'] = (source) => creditNoteOfRefund(source, last.data, invoiced)
  return [
    {
      id: request.id,
      kind: 'credit_note',
      cause: request.cause,
      refundId: refund.id,
      fulfillmentId: null,
      corrects: last.id,
      causedAt: request.caused_at,
      make,
    },
  ]
}

/** Of invoices by fulfillment, units that were never sent were never invoiced. Undefined: none was. */
function sentPart(order: OrderRow, refund: RefundRow): RefundRow | undefined {
  const items = refund.items ?? []
  if (items.every(({ cancelled }) => cancelled === 0)) return refund
  const sent = items.filter(({ quantity, cancelled }) => quantity > cancelled)
  if (sent.length === 0) return undefined
  const returned = sent.map((one) => ({ ...one, quantity: one.quantity - one.cancelled, cancelled: 0 }))
  const units: Units = {
    quantities: order.items.map((item) => returned.find((one) => isOfItem(one, item))?.quantity ?? 0),
    shipping: refund.shipping_minor > 0,
    fee: refund.payment_fee_minor > 0,
  }
  const whole = { ...order, refunds: null }
  return {
    ...refund,
    items: returned,
    amount_minor: costOfUnits(whole, units),
    tax_lines: taxOfUnits(whole, noUnits(order), units),
  }
}
