import { Type } from 'typebox'
import { guessingCodes, place, priceErrors, Quote, quote, quoteErrors } from '#src/modules/checkout/index.ts'
import { marketFor } from '#src/modules/markets/index.ts'
import { Order } from '#src/modules/orders/index.ts'
import { maxCodes } from '#src/modules/promotions/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { byKeyOf, once } from '#src/platform/http/requests/idempotency.ts'
import { addCode, removeCode } from './cart-codes.ts'
import { addItem, changeItem, clearCart, removeItem } from './change-cart.ts'
import { cartBasket } from './check-out.ts'
import type { Dependencies } from './dependencies.ts'
import { withDiscounts } from './discount-cart.ts'
import { type CartKey, selectCart } from './queries.ts'
import {
  AddCartCode,
  AddCartItem,
  Cart,
  ChangeCartItem,
  Checkout,
  emptyCart,
  presentCart,
  QuoteCart,
} from './schemas.ts'

const tags = ['Carts']
const params = Type.Object({ product_id: Uuid })

/** The signed-in user's cart at the merchant of the request. */
export function cartRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/user/cart',
    {
      schema: {
        tags,
        operationId: 'getCart',
        summary: 'The cart, at current prices',
        description:
          'Without a cart the answer is an empty cart with null as its id and times. Reading is not an activity.',
        response: { 200: envelope(Cart) },
      },
    },
    async (request) => {
      const { merchant, userId } = shopperOf(request)
      const key = { merchantId: merchant.id, userId }
      const cart = await selectCart(deps.shop(merchant.id), key)
      // The products of its lines were deleted; a sweep deletes it.
      const isEmpty = cart === undefined || cart.lines.length === 0
      if (isEmpty) return ok(emptyCart(key, merchant.currency, cart?.discount_codes))
      return ok(presentCart(await withDiscounts(deps.shop(merchant.id), cart)))
    },
  )

  app.delete(
    '/user/cart',
    {
      schema: {
        tags,
        operationId: 'clearCart',
        summary: 'Empty the cart',
        description: 'An empty cart can be emptied again.',
        response: { 200: envelope(Cart) },
      },
    },
    async (request) => {
      const { merchant, userId } = shopperOf(request)
      const key = { merchantId: merchant.id, userId }
      await clearCart(deps.shop(merchant.id), key)
      return ok(emptyCart(key, merchant.currency))
    },
  )

  app.post(
    '/user/cart/items',
    {
      schema: {
        tags,
        operationId: 'addCartItem',
        summary: 'Add units of a product to the cart',
        description:
          'Adds up with what the cart holds of it. A first cart makes the user, but no guest, a ' +
          'customer of the merchant.',
        body: AddCartItem,
        response: {
          201: envelope(Cart),
          ...errors('NOT_FOUND', 'NOT_SOLD_HERE', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) => {
      const { merchant, isGuest, acceptLanguage } = shopperOf(request)
      const market = await marketFor(deps, merchant.id, request.body, acceptLanguage)
      return once({ db: deps.shop(merchant.id), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(await addItem(executor, keyOf(request), request.body, isGuest, market)),
      )
    },
  )

  app.patch(
    '/user/cart/items/:product_id',
    {
      schema: {
        tags,
        operationId: 'changeCartItem',
        summary: 'Set the quantity of a product in the cart',
        description: 'Replaces the quantity; `POST /user/cart/items` adds to it.',
        params,
        body: ChangeCartItem,
        response: { 200: envelope(Cart), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const key = keyOf(request)
      const { quantity } = request.body
      return ok(await changeItem(deps.shop(key.merchantId), key, request.params.product_id, quantity))
    },
  )

  app.delete(
    '/user/cart/items/:product_id',
    {
      schema: {
        tags,
        operationId: 'removeCartItem',
        summary: 'Remove a product from the cart',
        description: 'A product that is not in the cart is a 404.',
        params,
        response: { 200: envelope(Cart) },
      },
    },
    async (request) => {
      const key = keyOf(request)
      return ok(await removeItem(deps.shop(key.merchantId), key, request.params.product_id))
    },
  )

  app.post(
    '/user/cart/codes',
    {
      schema: {
        tags,
        operationId: 'addCartCode',
        summary: 'Add a discount code to the cart',
        description:
          'The cart keeps it also if it does not apply now, and says why in `discount_faults`. 409 for more than ' +
          `${maxCodes}. Unknown codes are limited as wrong passwords are.`,
        body: AddCartCode,
        response: { 201: envelope(Cart), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const { merchant, isGuest, address } = shopperOf(request)
      const { code } = request.body
      const runner = byKeyOf(request, reply, { db: deps.shop(merchant.id), seal: deps.seal })
      const cart = await guessingCodes(deps, { address, codes: [code] }, () =>
        runner.once((executor) => addCode(executor, keyOf(request), { code, currency: merchant.currency, isGuest })),
      )
      return ok(cart)
    },
  )

  app.delete(
    '/user/cart/codes/:code',
    {
      schema: {
        tags,
        operationId: 'removeCartCode',
        summary: 'Remove a discount code from the cart',
        description: 'A code that the cart does not keep is a 404.',
        params: Type.Object({ code: line({ max: 64, examples: ['SUMMER-10'] }) }),
        response: { 200: envelope(Cart) },
      },
    },
    async (request) => {
      const { merchant } = shopperOf(request)
      const { code } = request.params
      return ok(await removeCode(deps.shop(merchant.id), keyOf(request), { code, currency: merchant.currency }))
    },
  )

  app.post(
    '/user/cart/checkout',
    {
      schema: {
        tags,
        operationId: 'checkOutCart',
        summary: 'Place an order of the cart',
        description:
          'Uses the current prices, as in `GET /user/cart`; the cart is empty afterwards. CONFLICT for an empty ' +
          'cart, and for products no longer sold, with `details.unavailable`. Address, shipping method and totals ' +
          'are as for `POST /user/orders`.',
        body: Checkout,
        response: { 201: envelope(Order), ...errors(...priceErrors, 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request)
      const runner = byKeyOf(request, reply, { db: deps.shop(shopper.merchant.id), seal: deps.seal })
      return ok(await place(deps, shopper, cartBasket, request.body, runner))
    },
  )

  app.post(
    '/user/cart/quote',
    {
      schema: {
        tags,
        operationId: 'quoteCart',
        summary: 'Quote the order of the cart without placing it',
        description:
          'Takes the body of the checkout and refuses for the same reasons, but writes and reserves nothing. The ' +
          'shipping method, which the shopper chooses from `shipping_options`, and a guest’s e-mail address may be ' +
          'missing.',
        body: QuoteCart,
        response: {
          200: envelope(Quote),
          ...errors(...quoteErrors, 'CONFLICT', 'GIFT_CARD_UNAVAILABLE', 'CURRENCY_MISMATCH'),
        },
      },
    },
    async (request) => ok(await quote(deps, shopperOf(request), cartBasket, request.body)),
  )
}

function keyOf(request: Parameters<typeof shopperOf>[0]): CartKey {
  const { merchant, userId } = shopperOf(request)
  return { merchantId: merchant.id, userId }
}
