import type { Static } from 'typebox'
import { AppError } from '#src/platform/lib/errors.ts'
import { lineTotal, roughSumOfLines, toMajor } from '#src/platform/lib/money.ts'
import type { DomainEvent } from '#src/platform/outbox/index.ts'
import type { CartKey, CartLine, CartRow } from './queries.ts'
import type { Cart, CartItem } from './schemas.ts'

/** A cart as answers and events show it. */
export function presentCart(cart: CartRow): Static<typeof Cart> {
  const totalMinor = roughSumOfLines(cart.lines.map(toMoneyLine))
  return {
    id: cart.id,
    merchant_id: cart.merchant_id,
    user_id: cart.user_id,
    status: cart.status,
    currency: cart.currency,
    items: cart.lines.map((line) => presentLine(line, cart.currency)),
    total: toMajor(totalMinor, cart.currency),
    item_count: cart.lines.reduce((count, line) => count + line.quantity, 0),
    created_at: cart.created_at.toISOString(),
    updated_at: cart.last_activity_at.toISOString(),
  }
}

/** What a user who has put nothing into a cart sees. */
export function emptyCart({ merchantId, userId }: CartKey, currency: string): Static<typeof Cart> {
  return {
    id: null,
    merchant_id: merchantId,
    user_id: userId,
    status: 'active',
    currency,
    items: [],
    total: 0,
    item_count: 0,
    created_at: null,
    updated_at: null,
  }
}

function presentLine(line: CartLine, currency: string): Static<typeof CartItem> {
  return {
    product_id: line.product_id,
    sku: line.sku,
    name: line.name,
    quantity: line.quantity,
    price: toMajor(line.price_minor, currency),
    total: toMajor(lineTotal(toMoneyLine(line)), currency),
    available: line.available,
  }
}

/**
 * The event of a line that grew or shrank by `change` units: its `item` says how many came or went, its `cart` how
 * things stand after it.
 */
export function lineChanged(cart: CartRow, line: CartLine, change: number): DomainEvent {
  const item = presentLine({ ...line, quantity: Math.abs(change) }, cart.currency)
  return {
    merchantId: cart.merchant_id,
    name: change > 0 ? 'cart.item_added' : 'cart.item_removed',
    data: { cart: presentCart(cart), item },
  }
}

export function withoutLine(cart: CartRow, productId: string): CartRow {
  return { ...cart, lines: cart.lines.filter((line) => line.product_id !== productId) }
}

/** @throws AppError CONFLICT if the sum of the lines can no longer be told exactly */
export function refuseInexactTotal(cart: CartRow): void {
  if (Number.isSafeInteger(roughSumOfLines(cart.lines.map(toMoneyLine)))) return
  throw new AppError('CONFLICT', 'the total of the cart would be too large')
}

/** @throws AppError CONFLICT naming the products of the cart that are no longer sold */
export function refuseUnsoldLines(cart: CartRow): void {
  const unavailable = cart.lines.filter((line) => !line.sold).map((line) => line.product_id)
  if (unavailable.length > 0) throw noLongerSold(unavailable)
}

export function noLongerSold(productIds: readonly string[]): AppError {
  const details = { unavailable: productIds }
  return new AppError('CONFLICT', 'the cart holds products that are no longer sold', { details })
}

function toMoneyLine(line: CartLine) {
  return { priceMinor: line.price_minor, quantity: line.quantity }
}
