import { inventoryUpdated, type ReservedStock, type StockChange } from '#src/modules/inventory/index.ts'
import { defaultOrderLimits, makeCustomer, type OrderLimits } from '#src/modules/merchants/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/authentication-services.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { newId, newOrderSuffix } from '#src/platform/lib/ids.ts'
import { toMajor, toMinor } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { presentOrder } from './order-schemas.ts'
import { insertOrder, type NewOrder, type OrderTerms, selectOffers } from './place-queries.ts'
import type { OrderItemRow, OrderRow } from './row-queries.ts'
import { type OrderLine, sumLines, totalOf } from './rules.ts'

export interface OrderInput {
  items: readonly { product_id: string; quantity: number }[]
  expected_total?: number
}

interface Shopper {
  userId: string
  merchant: Merchant
}

/** At 10,000 orders a day about one finds its number taken; three in a row practically never happens. */
const numberAttempts = 3

/**
 * Places an order at the current prices and reserves its stock, all lines or none; in the caller's transaction, if one
 * is open. Sold out products, and users with too many open orders, are refused before any lock is taken, so that a rush
 * for the last units does not queue.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND (a product not for sale here), ORDER_LIMIT, PRICE_CHANGED,
 * INSUFFICIENT_STOCK
 */
export async function placeOrder(db: Executor, shopper: Shopper, input: OrderInput): Promise<OrderRow> {
  const { merchant } = shopper
  const { items, terms } = await priceLines(db, shopper, sumLines(input.items))
  const totalMinor = totalOf(items, merchant.currency)
  refuseOtherTotal(totalMinor, input.expected_total, merchant.currency)

  return inTransaction(db, async (transaction) => {
    if (!terms.is_customer) await makeCustomer(transaction, merchant.id, shopper.userId)
    const draft = {
      merchant_id: merchant.id,
      id: newId(),
      user_id: shopper.userId,
      currency: merchant.currency,
      total_minor: totalMinor,
      items,
    }
    const { order, reserved } = await write(transaction, draft, terms)
    await emit(transaction, [
      { merchantId: merchant.id, name: 'order.created', data: { order: presentOrder(order, 'staff') } },
      ...reserved.map((change) => inventoryUpdated(merchant.id, change, 'order_placed')),
    ])
    return order
  })
}

/** The lines with the prices of now. @throws AppError NOT_FOUND, ORDER_LIMIT, INSUFFICIENT_STOCK */
async function priceLines(
  db: Executor,
  { userId, merchant }: Shopper,
  lines: readonly OrderLine[],
): Promise<{ items: OrderItemRow[]; terms: OrderTerms }> {
  const productIds = lines.map((line) => line.productId)
  const found = await selectOffers(db, merchant.id, userId, productIds, defaultOrderLimits)
  const offers = new Map(found.offers.map((offer) => [offer.product_id, offer]))
  const missing = productIds.filter((id) => !offers.has(id))
  const { terms } = found
  if (missing.length > 0 || terms === undefined) throw notForSale(missing)
  refuseBeyondLimits(lines, terms)
  const shortages: Shortage[] = []
  const items = lines.flatMap(({ productId: product_id, quantity }) => {
    const offer = offers.get(product_id)
    if (offer === undefined) return []
    const { sku, name, price_minor, available } = offer
    if (available < quantity) shortages.push({ product_id, requested: quantity, available })
    return [newItem({ product_id, sku, name, quantity, price_minor })]
  })
  if (shortages.length > 0) throw insufficientStock(shortages)
  return { items, terms }
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

function newItem(line: Pick<OrderItemRow, 'product_id' | 'sku' | 'name' | 'quantity' | 'price_minor'>): OrderItemRow {
  const none = { quantity_fulfilled: 0, quantity_cancelled: 0, quantity_returned: 0 }
  return { ...line, requires_shipping: true, tax_line: null, ...none }
}

function placedOrder(draft: NewOrder, orderNumber: string, createdAt: Date): OrderRow {
  return {
    ...draft,
    order_number: orderNumber,
    status: 'pending',
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    ...{ subtotal_minor: draft.total_minor, shipping_total_minor: 0, refunded_total_minor: 0 },
    ...{ tax_total_minor: 0, tax_included: true, tax_lines: null, shipping_tax_line: null },
    ...{ email: null, shipping_address: null, billing_address: null, shipping_method: null, note: null },
    ...{ fulfillments: null, refunds: null },
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
    paid_at: null,
    completed_at: null,
    cancelled_at: null,
    cancel_reason: null,
  }
}

function refuseOtherTotal(totalMinor: number, expected: number | undefined, currency: string): void {
  if (expected === undefined) return
  const expectedMinor = toMinor(expected, currency)
  if (expectedMinor === undefined) {
    throw invalid({ field: 'expected_total', message: `is no amount of ${currency}` })
  }
  if (expectedMinor !== totalMinor) {
    throw new AppError('PRICE_CHANGED', 'the total is not the expected one', {
      details: { total: toMajor(totalMinor, currency), expected_total: expected, currency },
    })
  }
}

function refuseBeyondLimits(lines: readonly OrderLine[], terms: OrderTerms): void {
  if (terms.open_orders >= terms.max_open_orders_per_user) throw tooManyOpen(terms)
  const limit = terms.max_quantity_per_line
  const products = lines
    .filter((line) => line.quantity > limit)
    .map((line) => ({ product_id: line.productId, requested: line.quantity }))
  if (products.length === 0) return
  throw new AppError('ORDER_LIMIT', `an order takes at most ${limit} units of a product`, {
    details: { limit, setting: 'max_quantity_per_line', products },
  })
}

function tooManyOpen({ max_open_orders_per_user: limit }: OrderLimits): AppError {
  return new AppError('ORDER_LIMIT', `${limit} orders wait for payment; pay or cancel one first`, {
    details: { limit, setting: 'max_open_orders_per_user' },
  })
}

interface Shortage {
  product_id: string
  requested: number
  available: number
}

function insufficientStock(products: readonly Shortage[]): AppError {
  return new AppError('INSUFFICIENT_STOCK', 'not enough of a product is available', { details: { products } })
}

/** Also for another merchant's product, so that the answer does not tell whether it exists. */
function notForSale(productIds: readonly string[]): AppError {
  return new AppError('NOT_FOUND', 'product not found', { details: { product_ids: productIds } })
}
