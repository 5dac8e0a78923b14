import {
  type FulfillmentStatus,
  hasUnpaidEdit,
  type ItemUnits,
  leftOf,
  type OrderStatus,
  type PaymentStatus,
  type RequestedUnits,
  unitsOfItems,
} from '#src/modules/orders/index.ts'
import {
  costOfUnits,
  hasTaxOfRefunds,
  type RefundTaxLineRow,
  refundedUnits,
  type TaxedRefund,
  type TaxLineRow,
  taxLeft,
  taxOfAmount,
  taxOfUnits,
  type Units,
} from '#src/modules/pricing/index.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { isChargeable, multipleOf, toMajor, toMinor } from '#src/platform/lib/money.ts'
import { giftCardsLeft } from '../gift-card-rules.ts'

/** The part of an order that refunds depend on. */
export interface RefundableOrder {
  status: OrderStatus
  payment_status: PaymentStatus
  paid_at: Date | null
  fulfillment_status: FulfillmentStatus
  currency: string
  total_minor: number
  /** Default: the total. */
  paid_minor?: number
  /** Refunds that succeeded or are in progress. */
  refunded_total_minor: number
  shipping_total_minor: number
  payment_fee_total_minor?: number
  rounding_total_minor?: number
  tax_included: boolean
  tax_lines: readonly TaxLineRow[] | null
  shipping_tax_line: number | null
  items: readonly RefundableItem[]
  refunds: readonly (TaxedRefund & { shipping_minor: number })[] | null
  /** The provider refunds multiples of this many minor units. Default: 1. */
  charge_unit?: number
}

export interface RefundableItem {
  line: number
  product_id: string
  quantity: number
  price_minor: number
  discount_minor?: number
  tax_line: number | null
  quantity_fulfilled: number
  quantity_cancelled: number
  quantity_returned: number
  /** Sent units that an open return is about: that return refunds them. */
  quantity_returning?: number
  /** It is a gift card. */
  voucher?: string | null
}

export interface RefundInput {
  items?: readonly (RequestedUnits & { restock?: boolean })[]
  /** In major units. */
  amount?: number
  shipping?: boolean
}

/** Refunded units of an item: unsent ones are cancelled, the others returned. */
export interface RefundedLine {
  line: number
  productId: string
  cancelled: number
  returned: number
  /** Returned units are put back on hand. */
  restock: boolean
}

/** Effects of a refund. */
export interface RefundPlan {
  lines: RefundedLine[]
  /** The items of the order after it. */
  items: RefundableItem[]
  amountMinor: number
  shippingMinor: number
  /** The part for the way to pay, with its tax: of the refund that gives back the last unit. */
  feeMinor: number
  /** Its part of each tax line of the order; null if there are none. */
  taxLines: RefundTaxLineRow[] | null
  status: OrderStatus
  fulfillmentStatus: FulfillmentStatus
}

/** What happens with a refund of more than is left: it is refused, or gives back what is left, or is not measured. */
type Limit = 'refused' | 'what is left' | 'none'

/**
 * Effects of a refund of an order.
 * @throws AppError VALIDATION_ERROR, INVALID_TRANSITION (not paid, more units than are left, shipping given back
 * before, nothing to give back), REFUND_TOO_LARGE
 */
export function planRefund(order: RefundableOrder, input: RefundInput, limit: Limit = 'refused'): RefundPlan {
  if (input.items === undefined && input.amount === undefined && input.shipping !== true) {
    throw invalid({ field: 'items', message: 'is required, or amount or shipping, such as amount 5.50' })
  }
  if (input.amount !== undefined && input.shipping) {
    throw invalid({ field: 'shipping', message: 'must not be sent with amount: the amount is the whole refund' })
  }
  const amountMinor = readAmount(order, input)
  const named = readLines(order, input.items ?? [])
  refuseUnpaid(order)
  const hadShipping = isShippingRefunded(order)
  if (input.shipping && hadShipping) throw refused('shipping was refunded before')
  const lines = splitLines(order, named)
  const items = withoutLines(order.items, lines)
  const unitsMinor = costOf(order, items, hadShipping) - costOf(order, order.items, hadShipping)
  const shippingMinor = input.shipping ? shippingLeft({ ...order, items }) : 0
  const requestedMinor = amountMinor ?? unitsMinor + shippingMinor
  if (requestedMinor === 0 && lines.length === 0) throw refused('there is nothing to refund')
  if (limit === 'refused') refuseTooLarge(order, requestedMinor)
  const amount = limit === 'what is left' ? Math.min(requestedMinor, leftBesideCards(order, items)) : requestedMinor
  const [before, after] = [
    refundedUnits(order.items, hadShipping),
    refundedUnits(items, hadShipping || shippingMinor > 0),
  ]
  const isRest = amount === refundableMinor(order) && hasTaxOfRefunds(order)
  const isAmount = amountMinor !== undefined || amount < requestedMinor
  const ofAmount = isAmount ? taxOfAmount(order, before, amount) : undefined
  const taxLines = isRest ? taxLeft(order) : (ofAmount ?? taxOfUnits(order, before, after))
  const ofShipping = Math.min(shippingMinor, amount)
  const ofFee = amountMinor === undefined ? Math.min(feeBetween(order, before, after), amount - ofShipping) : 0
  const parts = { amountMinor: amount, shippingMinor: ofShipping, feeMinor: ofFee, taxLines }
  return { lines, items, ...parts, ...stateAfter(order, lines, items) }
}

/** What is left of what was paid, without what was paid for gift cards that stay: an amount takes none of them back. */
function leftBesideCards(order: RefundableOrder, items: readonly RefundableItem[]): number {
  return Math.max(0, refundableMinor(order) - giftCardsLeft(order, items))
}

export function refundableMinor(
  order: Pick<RefundableOrder, 'total_minor' | 'paid_minor' | 'refunded_total_minor'>,
): number {
  return (order.paid_minor ?? order.total_minor) - order.refunded_total_minor
}

/**
 * Also refuses a cancelled order whose late payment was refunded without a refund row.
 * @throws AppError INVALID_TRANSITION, unless the order was paid, with what an edit has added
 */
function refuseUnpaid(order: RefundableOrder): void {
  const { status, payment_status, paid_at } = order
  if (hasUnpaidEdit(order))
    throw refused('this order has an edit that is not paid yet', { status, reason: 'unpaid_edit' })
  if (paid_at !== null) return
  throw refused('only a paid order can be refunded', { status, payment_status })
}

/** @throws AppError REFUND_TOO_LARGE */
export function refuseTooLarge(
  order: Pick<RefundableOrder, 'total_minor' | 'paid_minor' | 'refunded_total_minor' | 'currency'>,
  amountMinor: number,
): void {
  const { currency } = order
  const refundable = refundableMinor(order)
  if (amountMinor <= refundable) return
  throw new AppError('REFUND_TOO_LARGE', 'the refund is more than is left to refund', {
    details: { amount: toMajor(amountMinor, currency), refundable: toMajor(refundable, currency), currency },
  })
}

/**
 * Cost of the refunded units, and of shipping with `shipping`, with tax as charged. Added tax is the share of each tax
 * line for everything refunded so far. A refund is the difference of two such costs, so that any refunds, in any order,
 * sum exactly to the charge.
 */
function costOf(order: RefundableOrder, items: readonly RefundableItem[], shipping: boolean): number {
  return costOfUnits(order, refundedUnits(items, shipping))
}

/** Cost of shipping, with its tax, of an order whose units are refunded; 0 if it was refunded before. */
export function shippingLeft(order: RefundableOrder): number {
  return isShippingRefunded(order) ? 0 : costOf(order, order.items, true) - costOf(order, order.items, false)
}

/** Cost of the fee of the way to pay, with its tax, if the last unit is refunded between two states. */
function feeBetween(order: RefundableOrder, before: Units, after: Units): number {
  return before.fee || !after.fee ? 0 : costOfUnits(order, after) - costOfUnits(order, { ...after, fee: false })
}

/** Cost of the fee with its tax: a refund of all that is left gives it back. */
export function costOfFee(order: RefundableOrder): number {
  const all = { quantities: order.items.map(({ quantity }) => quantity), shipping: true, fee: true }
  return feeBetween(order, { ...all, fee: false }, all)
}

/** Includes a refused refund, which can be sent again. */
function isShippingRefunded({ refunds }: Pick<RefundableOrder, 'refunds'>): boolean {
  return refunds?.some(({ shipping_minor }) => shipping_minor > 0) ?? false
}

function readAmount(
  { currency, charge_unit: unit = 1 }: RefundableOrder,
  { amount, items }: RefundInput,
): number | undefined {
  if (amount === undefined) return undefined
  const minor = toMinor(amount, currency)
  if (minor === undefined) throw invalid({ field: 'amount', message: `is not a valid amount in ${currency}` })
  if (!isChargeable(minor, unit)) throw invalid({ field: 'amount', message: `must be ${multipleOf(unit, currency)}` })
  if (minor === 0 && items === undefined)
    throw invalid({ field: 'amount', message: 'must be above 0 unless items are refunded' })
  return minor
}

function readLines(
  order: RefundableOrder,
  items: NonNullable<RefundInput['items']>,
): (ItemUnits & { restock: boolean })[] {
  const units = unitsOfItems(order.items, items, (item) => refundableUnits(order, item))
  return units.map(({ requests: [first, ...others], ...line }) => {
    const restock = first?.restock ?? true
    const other = others.find((one) => (one.restock ?? true) !== restock)
    if (other === undefined) return { ...line, restock }
    const field = `items[${items.indexOf(other)}].restock`
    throw invalid({ field, message: 'must be the same in all lines of a product' })
  })
}

/** Units that are not refunded yet, and that no open return is about. */
function refundableUnits(order: RefundableOrder, item: RefundableItem): number {
  return leftOf(order, item) + item.quantity_fulfilled - item.quantity_returned - (item.quantity_returning ?? 0)
}

function splitLines(
  order: RefundableOrder,
  requestedMinor: readonly (ItemUnits & { restock: boolean })[],
): RefundedLine[] {
  const items = new Map(order.items.map((item) => [item.line, item]))
  const tooMany: { product_id: string; line: number; requested: number; refundable: number }[] = []
  const lines = requestedMinor.flatMap(({ line, productId, quantity, restock }) => {
    const item = items.get(line)
    if (item === undefined) return []
    const left = leftOf(order, item)
    const refundable = refundableUnits(order, item)
    if (quantity > refundable) tooMany.push({ product_id: productId, line, requested: quantity, refundable })
    const cancelled = Math.min(quantity, left)
    return [{ line, productId, cancelled, returned: quantity - cancelled, restock }]
  })
  if (tooMany.length > 0) throw refused('more units than are left to be refunded', { products: tooMany })
  return lines
}

function withoutLines(items: readonly RefundableItem[], lines: readonly RefundedLine[]): RefundableItem[] {
  const byLine = new Map(lines.map((line) => [line.line, line]))
  return items.map((item) => {
    const { cancelled = 0, returned = 0 } = byLine.get(item.line) ?? {}
    const { quantity_cancelled, quantity_returned } = item
    return {
      ...item,
      quantity_cancelled: quantity_cancelled + cancelled,
      quantity_returned: quantity_returned + returned,
    }
  })
}

/** An order of which the last unit is cancelled ends: completed if anything was sent, else cancelled. */
function stateAfter(
  order: RefundableOrder,
  lines: readonly RefundedLine[],
  items: readonly RefundableItem[],
): Pick<RefundPlan, 'status' | 'fulfillmentStatus'> {
  const ends = lines.some(({ cancelled }) => cancelled > 0) && items.every((item) => leftOf(order, item) === 0)
  if (!ends) return { status: order.status, fulfillmentStatus: order.fulfillment_status }
  return items.some((item) => item.quantity_fulfilled > 0)
    ? { status: 'completed', fulfillmentStatus: 'fulfilled' }
    : { status: 'cancelled', fulfillmentStatus: 'unfulfilled' }
}

function refused(message: string, details?: Record<string, unknown>): AppError {
  return new AppError('INVALID_TRANSITION', message, details === undefined ? {} : { details })
}
