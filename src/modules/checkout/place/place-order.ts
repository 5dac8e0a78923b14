import { inventoryUpdated, type StockChange } from '#src/modules/inventory/index.ts'
import {
  joinRecord,
  makeCustomer,
  makeGuestCustomer,
  selectRecordAlone,
  type ToldByOrder,
} from '#src/modules/merchants/index.ts'
import { insertOrder, type NewOrder, type OrderRow, orderCreated, type PlacedOrder } from '#src/modules/orders/index.ts'
import {
  type Buyer,
  type ByShopper,
  discountUnavailable,
  type OrderInput,
  type OrderTerms,
  openOrdersLimit,
  type PricedOrder,
  tooManyOpen,
  tooManyUnpaidUnits,
  unitsOf,
} from '#src/modules/pricing/index.ts'
import { type RefusedUse, usesOf } from '#src/modules/promotions/index.ts'
import { payNothing } from '#src/modules/settlement/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { offsetOf } from '#src/platform/lib/days.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { priceToPlace } from './price-to-place.ts'
import { reserveAll } from './reserve-units.ts'

/** More open orders than anybody has. */
const unlimited = { limit: 2_147_483_647, setting: 'none' }

/**
 * Places an order at the current prices and reserves its stock, all lines or none; in the caller's transaction, if one
 * is open. `priceOrder` refuses before any lock is taken, so that a rush for the last units does not queue. If only
 * unpaid orders of others hold the units, these are cancelled (`releaseUnits`).
 * @throws AppError what `priceOrder` throws, and CONFLICT
 */
export async function placeOrder(db: Executor, buyer: Buyer, input: OrderInput): Promise<OrderRow> {
  const priced = await priceToPlace(db, buyer, input, 'order')
  const { merchant } = buyer
  const { shopper } = priced.rules
  return inTransaction(db, async (transaction) => {
    if (shopper) await becomeCustomer(transaction, buyer, shopper, priced)
    const { draft, terms, placed } = await write(transaction, buyer, input, priced)
    const { reserved, reservedLate, released } = await reserveAll(transaction, draft, placed, terms)
    const order = placedOrder(draft, placed, [...reserved, ...reservedLate])
    const stockEvent = (change: StockChange) => inventoryUpdated(merchant.id, change, 'order_placed')
    await emit(transaction, [
      orderCreated(order),
      ...reserved.map(stockEvent),
      ...released,
      ...reservedLate.map(stockEvent),
    ])
    return order.discounts !== null && order.total_minor === 0 ? payNothing(transaction, order) : order
  })
}

/** Who orders is known to the shop from then on; what its staff ordered for the confirmed address is theirs. */
async function becomeCustomer(
  transaction: Transaction,
  { merchant, userId }: Buyer,
  { hasGuestToken }: ByShopper,
  { order, terms }: PricedOrder,
): Promise<void> {
  const { email } = order
  const isFirst = !hasGuestToken && !terms.is_customer
  const record = isFirst ? await selectRecordAlone(transaction, merchant.id, userId) : terms.record_id
  if (hasGuestToken && email !== null) await makeGuestCustomer(transaction, merchant.id, userId, email, toldBy(order))
  else if (!terms.is_customer) await makeCustomer(transaction, merchant.id, userId, toldBy(order))
  if (record !== null) await joinRecord(transaction, merchant.id, record, userId)
}

function toldBy({ shipping_address, billing_address, buyer_vat }: PricedOrder['order']): ToldByOrder {
  const of = (field: 'name' | 'phone' | 'company') => billing_address?.[field] ?? shipping_address?.[field] ?? null
  return { name: of('name'), phone: of('phone'), company: of('company'), vat_number: buyer_vat?.number ?? null }
}

/** The automatic promotions that have run out. @throws AppError DISCOUNT_UNAVAILABLE for codes */
function endedFor({ discounts }: PricedOrder['order'], refused: readonly RefusedUse[]): string[] {
  const codeOf = (id: string) => discounts?.find(({ promotion_id }) => promotion_id === id)?.code ?? null
  const faults = refused.flatMap(({ promotion_id, reason }) => {
    const code = codeOf(promotion_id)
    return code === null ? [] : [{ code, reason }]
  })
  if (faults.length > 0) throw discountUnavailable(faults)
  return refused.map(({ promotion_id }) => promotion_id)
}

interface WrittenOrder {
  draft: NewOrder
  terms: OrderTerms
  placed: PlacedOrder
}

/**
 * Writes the order with the uses of its promotions, and reserves the lines with enough stock. An automatic promotion
 * that has run out since is left out, and the order is priced again, once.
 * @throws AppError DISCOUNT_UNAVAILABLE for a code, ORDER_LIMIT, CONFLICT, and what `priceOrder` throws
 */
async function write(
  transaction: Transaction,
  buyer: Buyer,
  input: OrderInput,
  { order, rules: { shopper, placing }, terms, promotions }: PricedOrder,
): Promise<WrittenOrder> {
  const { source, actorId: actor_id, expiresAt: expires_at, note } = placing
  const draft = { ...order, id: input.id ?? newId(), source, actor_id, expires_at, note }
  const open = shopper ? openOrdersLimit(terms, shopper.isGuest) : unlimited
  const limits = {
    maxOpenOrders: open.limit,
    clientHash: terms.is_unproved && shopper ? shopper.clientHash : null,
    maxUnpaidUnits: terms.max_unpaid_units_per_address - unitsOf(draft.items),
  }
  const offsetMs = offsetOf(Date.now(), buyer.merchant.timezone)
  const placed = await insertOrder(transaction, draft, offsetMs, limits, usesOf(order.discounts ?? [], promotions))
  if (placed === 'too many open') throw tooManyOpen(open)
  if (placed === 'too many units') throw tooManyUnpaidUnits(terms)
  if (!('refused' in placed)) return { draft, terms, placed }
  const without = new Set(endedFor(order, placed.refused))
  if (input.without) throw new AppError('CONFLICT', 'promotions of the shop have just ended; try again')
  const again = { ...input, without }
  return write(transaction, buyer, again, await priceToPlace(transaction, buyer, again, 'order'))
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
    phone: null,
    tags: [],
    assignee_id: null,
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
