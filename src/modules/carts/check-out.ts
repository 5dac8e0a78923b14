import { type Basket, placeOrder, priceToPlace } from '#src/modules/checkout/index.ts'
import type { OrderRow } from '#src/modules/orders/index.ts'
import type { Buyer, Checkout, PricedOrder } from '#src/modules/pricing/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { keepBrought } from './mails/queries.ts'
import { type CartKey, type CartRow, deleteCart, lockCart, selectCart } from './queries.ts'
import { noLongerSold, refuseUnsoldLines } from './rules.ts'

/**
 * Places an order of the cart's lines and deletes the cart, in one transaction. A concurrent add waits for the cart's
 * row: its units are in the order, or in the next cart.
 * @throws AppError CONFLICT (empty, or products no longer sold), and what `placeOrder` throws
 */
async function checkOut(db: Executor, shopper: Buyer, checkout: Checkout): Promise<OrderRow> {
  const key = keyOf(shopper)
  return inTransaction(db, async (transaction) => {
    const cart = (await lockCart(transaction, key)) ? await selectCart(transaction, key) : undefined
    const order = await placeOrder(transaction, shopper, { ...withKept(checkout, cart), items: itemsOf(cart) }).catch(
      rethrowTakenOffSale,
    )
    if (cart?.mailed) await keepBrought(transaction, { merchantId: key.merchantId, cartId: cart.id }, order)
    await deleteCart(transaction, key)
    return order
  })
}

/** The order that `checkOut` would place; reads only. @throws AppError the same */
async function quoteCart(db: Executor, shopper: Buyer, checkout: Checkout): Promise<PricedOrder> {
  const cart = await selectCart(db, keyOf(shopper))
  return priceToPlace(db, shopper, { ...withKept(checkout, cart), items: itemsOf(cart) }, 'quote').catch(
    rethrowTakenOffSale,
  )
}

/** What the shopper's cart holds. */
export const cartBasket: Basket = { price: quoteCart, place: checkOut }

function keyOf({ userId, merchant }: Buyer): CartKey {
  return { merchantId: merchant.id, userId }
}

/** The codes of the body, or else of the cart; the market of the cart, or else of the body. */
function withKept(checkout: Checkout, cart: CartRow | undefined): Checkout {
  const { market_id = null, locale = null, currency = null } = cart ?? {}
  const market = market_id === null ? checkout.market : { market_id, locale, currency }
  return { ...checkout, market, discount_codes: checkout.discount_codes ?? cart?.discount_codes }
}

function itemsOf(cart: CartRow | undefined): { product_id: string; quantity: number }[] {
  if (cart === undefined || cart.lines.length === 0) throw new AppError('CONFLICT', 'the cart is empty')
  refuseUnsoldLines(cart)
  return cart.lines.map(({ product_id, quantity }) => ({ product_id, quantity }))
}

/** A product taken off sale after the cart was read is the same conflict as one taken off sale before. */
function rethrowTakenOffSale(error: unknown): never {
  const details = error instanceof AppError && error.code === 'NOT_FOUND' ? error.details : undefined
  if (details !== undefined && 'product_ids' in details) throw noLongerSold(details['product_ids'] as string[])
  throw error
}
