import { emailKey } from '#src/modules/identity/index.ts'
import { inventoryUpdated, type ReservedStock, type StockChange } from '#src/modules/inventory/index.ts'
import { makeCustomer, makeGuestCustomer, type OrderLimits } from '#src/modules/merchants/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId, newOrderSuffix } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Shopper } from './checkout.ts'
import { presentOrder } from './order-schemas.ts'
import { insertOrder, type NewOrder } from './place-queries.ts'
import { type OrderInput, priceOrder } from './price-order.ts'
import { insufficientStock, notForSale, type Shortage, tooManyOpen } from './refusals.ts'
import type { OrderItemRow, OrderRow } from './row-queries.ts'

/** At 10,000 orders a day about one finds its number taken; three in a row practically never happens. */
const numberAttempts = 3

/**
 * Places an order at the current prices and reserves its stock, all lines or none; in the caller's transaction, if one
 * is open. What `priceOrder` refuses is refused before any lock is taken, so that a rush for the last units does not
 * queue.
 * @throws AppError what `priceOrder` throws, and CONFLICT
 */
export async function placeOrder(db: Executor, shopper: Shopper, input: OrderInput): Promise<OrderRow> {
  const { order: unplaced, terms } = await priceOrder(db, shopper, input, 'order')
  const { merchant } = shopper
  return inTransaction(db, async (transaction) => {
    const { email } = unplaced
    if (shopper.isGuest && email !== null) {
      await makeGuestCustomer(transaction, merchant.id, shopper.userId, emailKey(email))
    } else if (!terms.is_customer) await makeCustomer(transaction, merchant.id, shopper.userId)
    const draft = { ...unplaced, id: newId() }
    const { order, reserved } = await write(transaction, draft, terms)
    await emit(transaction, [
      { merchantId: merchant.id, name: 'order.created', data: { order: presentOrder(order, 'staff') } },
      ...reserved.map((change) => inventoryUpdated(merchant.id, change, 'order_placed')),
    ])
    return order
  })
}

/** Writes the order with its reservations; throws, and so rolls back, unless every line was reserved. */
async function write(
  transaction: Transaction,
  draft: NewOrder,
  terms: OrderLimits,
): Promise<{ order: OrderRow; reserved: StockChange[] }> {
  for (let attempt = 1; attempt <= numberAttempts; attempt++) {
    const placed = await insertOrder(transaction, draft, newOrderSuffix(), terms.max_open_orders_per_user)
    if (placed === 'number taken') continue
    if (placed === 'too many open') throw tooManyOpen(terms)
    const reserved = changesOf(draft.items, placed.stock)
    return { order: placedOrder(draft, placed.order_number, placed.created_at), reserved }
  }
  throw new AppError('CONFLICT', 'no order number was free; try again')
}

/** The stock of each line after its reservation. @throws AppError NOT_FOUND, INSUFFICIENT_STOCK */
function changesOf(items: readonly OrderItemRow[], stock: readonly ReservedStock[]): StockChange[] {
  const found = new Map(stock.map((row) => [row.product_id, row]))
  const gone = items.filter((item) => !found.has(item.product_id)).map((item) => item.product_id)
  if (gone.length > 0) throw notForSale(gone)
  const shortages: Shortage[] = []
  const changes = items.flatMap(({ product_id, sku, name, quantity }) => {
    const row = found.get(product_id)
    if (row === undefined) return []
    const { on_hand, reserved, movement } = row
    if (on_hand - reserved < quantity) {
      shortages.push({ product_id, requested: quantity, available: on_hand - reserved })
    }
    if (movement === null) return []
    return [{ product_id, sku, name, previous_on_hand: on_hand, on_hand, reserved: reserved + quantity, movement }]
  })
  if (shortages.length > 0) throw insufficientStock(shortages)
  if (changes.length < items.length) throw new Error('stock was sufficient but not reserved')
  return changes
}

function placedOrder(draft: NewOrder, orderNumber: string, createdAt: Date): OrderRow {
  return {
    ...draft,
    order_number: orderNumber,
    status: 'pending',
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    refunded_total_minor: 0,
    note: null,
    fulfillments: null,
    refunds: null,
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
    paid_at: null,
    completed_at: null,
    cancelled_at: null,
    cancel_reason: null,
  }
}
