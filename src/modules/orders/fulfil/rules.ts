import { AppError } from '#src/platform/lib/errors.ts'
import { type CountedItem, type FulfillmentStatus, hasUnpaidEdit, leftOf, type OrderStatus } from '../rules.ts'
import { type ItemUnits, type RequestedUnits, unitsOfItems } from '../unit-rules.ts'

export interface FulfillableOrder {
  status: OrderStatus
  paid_at: Date | null
  total_minor: number
  paid_minor?: number
  items: readonly CountedItem[]
  /** It may be sent before it is paid. */
  beforePaid?: boolean
}

/** Effects of a fulfillment. */
export interface FulfillmentPlan {
  lines: ItemUnits[]
  /** The items of the order after it. */
  items: CountedItem[]
  status: OrderStatus
  fulfillmentStatus: FulfillmentStatus
}

/**
 * Effects of a fulfillment of these units, by default of all that are left.
 * @throws AppError VALIDATION_ERROR (not in the order), INVALID_TRANSITION (not to be sent yet, more than is left)
 */
export function planFulfillment(
  order: FulfillableOrder,
  requested: readonly RequestedUnits[] | undefined,
): FulfillmentPlan {
  const named = requested && unitsOfItems(order.items, requested, (item) => leftOf(order, item))
  const { status } = order
  if (status !== 'paid' && status !== 'processing' && !(status === 'pending' && order.beforePaid)) {
    throw new AppError('INVALID_TRANSITION', `an order that is ${status} cannot be fulfilled`, { details: { status } })
  }
  if (hasUnpaidEdit(order)) throw unpaidEdit(status)
  const lines = named?.map(({ requests: _, ...units }) => units) ?? restOf(order)
  const units = new Map(lines.map(({ line, quantity }) => [line, quantity]))
  refuseTooMany(order, units)
  const items = order.items.map((item) => ({
    ...item,
    quantity_fulfilled: item.quantity_fulfilled + (units.get(item.line) ?? 0),
  }))
  const isAll = items.every((item) => leftOf(order, item) === 0)
  return isAll
    ? { lines, items, status: 'completed', fulfillmentStatus: 'fulfilled' }
    : { lines, items, status: 'processing', fulfillmentStatus: 'partially_fulfilled' }
}

/** What an edit has added is not sent before it is paid, and the edit may be taken back. */
export function unpaidEdit(status: OrderStatus): AppError {
  const details = { status, reason: 'unpaid_edit' }
  return new AppError('INVALID_TRANSITION', 'this order has an edit that is not paid yet', { details })
}

function restOf(order: FulfillableOrder): ItemUnits[] {
  return order.items
    .map((item) => ({ line: item.line, productId: item.product_id, quantity: leftOf(order, item) }))
    .filter(({ quantity }) => quantity > 0)
}

function refuseTooMany(order: FulfillableOrder, units: ReadonlyMap<number, number>): void {
  const products = order.items
    .map((item) => ({
      product_id: item.product_id,
      line: item.line,
      requested: units.get(item.line) ?? 0,
      left: leftOf(order, item),
    }))
    .filter(({ requested, left }) => requested > left)
  if (products.length === 0) return
  throw new AppError('INVALID_TRANSITION', 'fewer units are left to send', { details: { products } })
}
