import type { DomainEvent } from '#src/platform/outbox/index.ts'
import type { DiscountedCart } from './discount-cart.ts'
import type { CartLine } from './queries.ts'
import { presentCart, presentLine } from './schemas.ts'

/**
 * The event of a line that changed by `change` units: its `item` has the units added or removed, its `cart` the state
 * afterwards.
 */
export function lineChanged(cart: DiscountedCart, line: CartLine, change: number): DomainEvent {
  const item = presentLine({ ...line, quantity: Math.abs(change) }, cart.currency)
  return {
    merchantId: cart.merchant_id,
    name: change > 0 ? 'cart.item_added' : 'cart.item_removed',
    data: { cart: presentCart(cart), item },
  }
}

export function cartAbandoned(cart: DiscountedCart): DomainEvent {
  return { merchantId: cart.merchant_id, name: 'cart.abandoned', data: { cart: presentCart(cart) } }
}
