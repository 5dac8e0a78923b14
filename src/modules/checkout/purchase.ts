import type { Static } from 'typebox'
import { type Order, type OrderRow, presentOrder } from '#src/modules/orders/index.ts'
import type { Buyer, Checkout, PricedOrder } from '#src/modules/pricing/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Runner } from '#src/platform/http/requests/idempotency.ts'
import type { CheckoutFields } from './checkout-schemas.ts'
import type { Dependencies } from './dependencies.ts'
import { guessingCodes } from './guesses.ts'
import { placeOrder } from './place/place-order.ts'
import { priceToPlace } from './place/price-to-place.ts'
import { quoteGiftCards } from './quote-gift-cards.ts'
import type { Quote } from './quote-schemas.ts'
import { type CheckoutDependencies, type Customer, readCheckout } from './read-checkout.ts'

type Services = CheckoutDependencies &
  Pick<Dependencies, 'shop' | 'signInTurns'> & { config: { LOGIN_LIMIT_PER_MINUTE: number } }

/** What is bought: items of the caller (`basketOf`), or those of a cart. */
export interface Basket {
  price(db: Executor, shopper: Buyer, checkout: Checkout): Promise<PricedOrder>
  place(executor: Executor, shopper: Buyer, checkout: Checkout): Promise<OrderRow>
}

export const basketOf = (items: readonly { product_id: string; quantity: number }[]): Basket => ({
  price: (db, shopper, checkout) => priceToPlace(db, shopper, { ...checkout, items }, 'quote'),
  place: (executor, shopper, checkout) => placeOrder(executor, shopper, { ...checkout, items }),
})

/**
 * What the order would cost; writes nothing.
 * @throws AppError what `priceOrder` throws, GIFT_CARD_UNAVAILABLE, RATE_LIMITED
 */
export async function quote(
  deps: Services,
  shopper: Customer,
  basket: Basket,
  fields: CheckoutFields & { gift_cards?: string[] },
): Promise<Static<typeof Quote>> {
  const checkout = await readCheckout(deps, shopper, fields)
  return guessingCodes(deps, { address: shopper.address, codes: fields.discount_codes }, async () => {
    const priced = await basket.price(deps.shop(shopper.merchant.id), shopper, checkout)
    return quoteGiftCards(deps, shopper, fields.gift_cards, priced)
  })
}

/** Places the order, which is paid by `pay`. @throws AppError what `placeOrder` throws, RATE_LIMITED */
export async function place(
  deps: Services,
  shopper: Customer,
  basket: Basket,
  fields: CheckoutFields,
  runner: Runner,
): Promise<Static<typeof Order>> {
  const checkout = await readCheckout(deps, shopper, fields)
  return guessingCodes(deps, { address: shopper.address, codes: fields.discount_codes }, () =>
    runner.once(async (executor) => presentOrder(await basket.place(executor, shopper, checkout), 'owner')),
  )
}
