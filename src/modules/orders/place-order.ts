import { inventoryUpdated, type ReservedStock, type StockChange } from '#src/modules/inventory/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/authentication.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { newId, newOrderNumber } from '#src/platform/lib/ids.ts'
import { toMajor, toMinor } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { insertOrder, selectOffers } from './place-queries.ts'
import type { OrderItemRow, OrderRow } from './queries.ts'
import { type OrderLine, sumLines, totalOf } from './rules.ts'
import { presentOrder } from './schemas.ts'

export interface OrderInput {
  items: readonly { product_id: string; quantity: number }[]
  expected_total?: number
}

/** Of 10,000 orders a day one meets a number that is taken; three times in a row it practically does not happen. */
const numberAttempts = 3

/**
 * Places an order at the prices of now and reserves its stock: all lines or none. In the caller's transaction, if one
 * is open. What is already sold out is refused without a lock, so that a rush for the last units does not queue up.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND (a product not for sale here), PRICE_CHANGED, INSUFFICIENT_STOCK
 */
export async function placeOrder(
  db: Executor,
  shopper: { userId: string; merchant: Merchant },
  input: OrderInput,
): Promise<OrderRow> {
  const { merchant } = shopper
  const items = await priceLines(db, merchant.id, sumLines(input.items))
  const totalMinor = totalOf(items, merchant.currency)
  refuseOtherTotal(totalMinor, input.expected_total, merchant.currency)

  return inTransaction(db, async (transaction) => {
    const { order, reserved } = await write(transaction, newOrder(shopper, items, totalMinor))
    await emit(transaction, [
      { merchantId: merchant.id, name: 'order.created', data: { order: presentOrder(order, 'staff') } },
      ...reserved.map((change) => inventoryUpdated(merchant.id, change, 'order_placed')),
    ])
    return order
  })
}

async function priceLines(db: Executor, merchantId: string, lines: readonly OrderLine[]): Promise<OrderItemRow[]> {
  const productIds = lines.map((line) => line.productId)
  const offers = new Map((await selectOffers(db, merchantId, productIds)).map((offer) => [offer.product_id, offer]))
  const missing = productIds.filter((id) => !offers.has(id))
  if (missing.length > 0) throw notForSale(missing)
  const items = lines.flatMap(({ productId, quantity }) => {
    const offer = offers.get(productId)
    return offer === undefined ? [] : [{ ...offer, quantity }]
  })
  refuseShortages(
    items.map((item) => ({ product_id: item.product_id, requested: item.quantity, available: item.available })),
  )
  return items.map(({ sku, name, quantity, price_minor, product_id }) => ({
    product_id,
    sku,
    name,
    quantity,
    price_minor,
  }))
}

/** Throws, and so rolls back, unless every line was reserved. A number that another order has is made anew. */
async function write(transaction: Transaction, draft: OrderRow): Promise<{ order: OrderRow; reserved: StockChange[] }> {
  for (let attempt = 1; attempt <= numberAttempts; attempt++) {
    const order = attempt === 1 ? draft : { ...draft, order_number: newOrderNumber(draft.created_at) }
    const stock = await insertOrder(transaction, order)
    if (stock) return { order, reserved: reservedStock(order.items, stock) }
  }
  throw new AppError('CONFLICT', 'no order number was free; try again')
}

/** The stock of each line after it was reserved; throws unless it was. */
function reservedStock(items: readonly OrderItemRow[], stock: readonly ReservedStock[]): StockChange[] {
  const found = new Map(stock.map((row) => [row.product_id, row]))
  const gone = items.filter((item) => !found.has(item.product_id)).map((item) => item.product_id)
  if (gone.length > 0) throw notForSale(gone)
  const lines = items.flatMap((item) => {
    const row = found.get(item.product_id)
    return row === undefined ? [] : [{ ...item, on_hand: row.on_hand, reserved: row.reserved }]
  })
  refuseShortages(
    lines.map(({ product_id, quantity, on_hand, reserved }) => ({
      product_id,
      requested: quantity,
      available: on_hand - reserved,
    })),
  )
  if (!stock.every((row) => row.taken)) throw new Error('enough was there, and was not reserved')
  return lines.map(({ product_id, sku, name, quantity, on_hand, reserved }) => ({
    product_id,
    sku,
    name,
    previous_on_hand: on_hand,
    on_hand,
    reserved: reserved + quantity,
  }))
}

function newOrder(
  { userId, merchant }: { userId: string; merchant: Merchant },
  items: OrderItemRow[],
  totalMinor: number,
): OrderRow {
  const now = new Date()
  return {
    merchant_id: merchant.id,
    id: newId(),
    user_id: userId,
    order_number: newOrderNumber(now),
    status: 'pending',
    payment_status: 'unpaid',
    currency: merchant.currency,
    total_minor: totalMinor,
    created_at: now,
    updated_at: now,
    paid_at: null,
    completed_at: null,
    cancelled_at: null,
    cancel_reason: null,
    items,
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

function refuseShortages(lines: readonly { product_id: string; requested: number; available: number }[]): void {
  const products = lines.filter((line) => line.available < line.requested)
  if (products.length > 0) {
    throw new AppError('INSUFFICIENT_STOCK', 'not enough of a product is available', { details: { products } })
  }
}

/** Also the answer for another merchant's product: whether it exists is nobody's business here. */
function notForSale(productIds: readonly string[]): AppError {
  return new AppError('NOT_FOUND', 'product not found', { details: { product_ids: productIds } })
}
