import { emailKey } from '#src/modules/identity/index.ts'
import { inventoryUpdated, type ReservedStock, type StockChange } from '#src/modules/inventory/index.ts'
import { makeCustomer, makeGuestCustomer } from '#src/modules/merchants/index.ts'
import { takePromotions } from '#src/modules/promotions/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { offsetOf } from '#src/platform/lib/days.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId, newOrderSuffix } from '#src/platform/lib/ids.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import { moveOrder } from '../change/change-status.ts'
import { presentOrder } from '../present-order.ts'
import type { OrderRow } from '../row-queries.ts'
import type { Shopper } from './checkout.ts'
import { openOrdersLimit, unitsOf } from './limit-rules.ts'
import { type OrderInput, type PricedOrder, priceOrder } from './price-order.ts'
import { insertOrder, type NewOrder, type OrderTerms, type PlacedOrder, reserveLate } from './queries.ts'
import {
  discountUnavailable,
  insufficientStock,
  notForSale,
  type Shortage,
  tooManyOpen,
  tooManyUnpaidUnits,
} from './refusals.ts'
import { releaseUnits } from './release-units.ts'
import { stockedOf } from './stocked-items.ts'

/** At 10,000 orders a day about one number is taken already; three in a row practically never happen. */
const numberAttempts = 3

/** More open orders than anybody has. */
const unlimited = 2_147_483_647

/**
 * Places an order at the current prices and reserves its stock, all lines or none; in the caller's transaction, if one
 * is open. `priceOrder` refuses before any lock is taken, so that a rush for the last units does not queue. If only
 * unpaid orders of others hold the units, these are cancelled (`releaseUnits`).
 * @throws AppError what `priceOrder` throws, and CONFLICT
 */
export async function placeOrder(db: Executor, shopper: Shopper, input: OrderInput): Promise<OrderRow> {
  const priced = await priceOrder(db, shopper, input, 'order')
  const { merchant } = shopper
  return inTransaction(db, async (transaction) => {
    const id = newId()
    const { order: unplaced, terms } = await withPromotions(transaction, shopper, input, priced, id)
    const { email } = unplaced
    if (shopper.isGuest && email !== null) {
      await makeGuestCustomer(transaction, merchant.id, shopper.userId, emailKey(email))
    } else if (!terms.is_customer) await makeCustomer(transaction, merchant.id, shopper.userId)
    const draft = { ...unplaced, id, actor_id: input.staff?.actorId ?? shopper.userId }
    const placed = await write(transaction, { draft, terms, zone: merchant.timezone }, input)
    const { reserved, reservedLate, released } = await reserveAll(transaction, draft, placed, terms)
    const order = placedOrder(draft, placed, [...reserved, ...reservedLate])
    const toldOf = (change: StockChange) => inventoryUpdated(merchant.id, change, 'order_placed')
    await emit(transaction, [
      { merchantId: merchant.id, name: 'order.created', data: { order: presentOrder(order, 'staff') } },
      ...reserved.map(toldOf),
      ...released,
      ...reservedLate.map(toldOf),
    ])
    return order.discounts !== null && order.total_minor === 0 ? payNothing(transaction, order) : order
  })
}

/**
 * Uses the promotions of the order. An automatic one that has run out since is left out, and the order is priced again,
 * once.
 * @throws AppError DISCOUNT_UNAVAILABLE for a code, CONFLICT, and what `priceOrder` throws
 */
async function withPromotions(
  transaction: Transaction,
  shopper: Shopper,
  input: OrderInput,
  priced: PricedOrder,
  orderId: string,
): Promise<PricedOrder> {
  const gone = await useDiscounts(transaction, shopper, priced, orderId)
  if (gone.length === 0) return priced
  const again = await priceOrder(transaction, shopper, { ...input, without: new Set(gone) }, 'order')
  const goneMeanwhile = await useDiscounts(transaction, shopper, again, orderId)
  if (goneMeanwhile.length > 0) throw new AppError('CONFLICT', 'promotions of the shop have just ended; try again')
  return again
}

/** The automatic promotions that have run out; without any, all are used. @throws AppError DISCOUNT_UNAVAILABLE */
async function useDiscounts(
  transaction: Transaction,
  { userId, merchant }: Shopper,
  { order, promotions: { emailKey, generated } }: PricedOrder,
  orderId: string,
): Promise<string[]> {
  const discounts = order.discounts ?? []
  const use = { merchantId: merchant.id, orderId, userId, emailKey, generated, discounts }
  const refused = await takePromotions(transaction, use)
  const codeOf = (id: string) => discounts.find(({ promotion_id }) => promotion_id === id)?.code ?? null
  const faults = refused.flatMap(({ promotion_id, reason }) => {
    const code = codeOf(promotion_id)
    return code === null ? [] : [{ code, reason }]
  })
  if (faults.length > 0) throw discountUnavailable(faults)
  return refused.map(({ promotion_id }) => promotion_id)
}

/** Discounts leave nothing to pay: the order is paid without a payment. */
async function payNothing(transaction: Transaction, { merchant_id, id }: OrderRow): Promise<OrderRow> {
  const key = { merchantId: merchant_id, orderId: id }
  const { order, events } = await moveOrder(transaction, key, { to: 'paid', by: 'payment', actor: null })
  const data = { order: presentOrder(order, 'staff'), payment: null }
  await emit(transaction, [{ merchantId: merchant_id, name: 'order.payment_succeeded', data }, ...events])
  return order
}

/** Writes the order, and reserves the lines with enough stock. @throws AppError ORDER_LIMIT, CONFLICT */
async function write(
  transaction: Transaction,
  { draft, terms, zone }: { draft: NewOrder; terms: OrderTerms; zone: string },
  { is_guest: isGuest, client_hash: clientHash, staff }: OrderInput,
): Promise<PlacedOrder> {
  const open = openOrdersLimit(terms, isGuest)
  const limits = {
    maxOpenOrders: staff ? unlimited : open.limit,
    clientHash: terms.is_unproved && !staff ? clientHash : null,
    mostUnpaidUnits: terms.max_unpaid_units_per_address - unitsOf(draft.items),
  }
  const offsetMs = offsetOf(Date.now(), zone)
  for (let attempt = 1; attempt <= numberAttempts; attempt++) {
    const placed = await insertOrder(transaction, draft, { suffix: newOrderSuffix(), offsetMs }, limits)
    if (placed === 'number taken') continue
    if (placed === 'too many open') throw tooManyOpen(open)
    if (placed === 'too many units') throw tooManyUnpaidUnits(terms)
    return placed
  }
  throw new AppError('CONFLICT', 'no order number was free; try again')
}

interface Reservations {
  reserved: StockChange[]
  /** Units released from unpaid orders of others, and the events of those. */
  reservedLate: StockChange[]
  released: DomainEvent[]
}

/**
 * Ensures that all lines are reserved; otherwise throws, which rolls back.
 * @throws AppError NOT_FOUND, INSUFFICIENT_STOCK
 */
async function reserveAll(
  transaction: Transaction,
  draft: NewOrder,
  { stock }: PlacedOrder,
  { hold_unpaid_seconds: holdSeconds }: OrderTerms,
): Promise<Reservations> {
  const { changes: reserved, shortages } = changesOf(stockedOf(draft.items), stock)
  if (shortages.length === 0) return { reserved, reservedLate: [], released: [] }
  const { merchant_id: merchantId, user_id: userId } = draft
  const lines = shortages.map(({ product_id, requested }) => ({ productId: product_id, quantity: requested }))
  const released = await releaseUnits(transaction, { merchantId, userId, holdSeconds, lines })
  if (released === undefined) throw insufficientStock(shortages)
  const missing = new Set(lines.map((line) => line.productId))
  const items = stockedOf(draft.items).filter((item) => missing.has(item.product_id))
  const late = changesOf(items, await reserveLate(transaction, draft, items))
  if (late.shortages.length > 0) throw new Error('units were released but not reserved')
  return { reserved, reservedLate: late.changes, released }
}

/** The stock of each line after its reservation, and the lines that were not reserved. @throws AppError NOT_FOUND */
function changesOf(
  items: ReturnType<typeof stockedOf>,
  stock: readonly ReservedStock[],
): { changes: StockChange[]; shortages: Shortage[] } {
  const found = new Map(stock.map((row) => [row.product_id, row]))
  const gone = items.filter((item) => !found.has(item.product_id)).map((item) => item.product_id)
  if (gone.length > 0) throw notForSale(gone)
  const shortages: Shortage[] = []
  const changes = items.flatMap(({ product_id, sku, name, quantity }) => {
    const row = found.get(product_id)
    if (row === undefined) return []
    const { on_hand, reserved, movement } = row
    if (movement !== null) {
      return [{ product_id, sku, name, previous_on_hand: on_hand, on_hand, reserved: reserved + quantity, movement }]
    }
    shortages.push({ product_id, requested: quantity, available: on_hand - reserved })
    return []
  })
  return { changes, shortages }
}

function placedOrder(
  { actor_id: _, ...draft }: NewOrder,
  { order_number, created_at: createdAt, expires_at }: PlacedOrder,
  stock: readonly StockChange[],
): OrderRow {
  const left = new Map(stock.map(({ product_id, on_hand, reserved }) => [product_id, on_hand - reserved]))
  return {
    ...draft,
    items: draft.items.map((item) => ({ ...item, available: left.get(item.product_id) ?? item.available })),
    order_number,
    expires_at,
    status: 'pending',
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    paid_minor: 0,
    refunded_total_minor: 0,
    untaxed_minor: null,
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
