import { Order } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { byKeyOf } from '#src/platform/http/requests/idempotency.ts'
import { priceErrors, quoteErrors } from '../checkout-schemas.ts'
import type { Dependencies } from '../dependencies.ts'
import { basketOf, place, quote } from '../purchase.ts'
import { Quote } from '../quote-schemas.ts'
import { PlaceOrder, QuoteOrder } from './schemas.ts'

const tags = ['Orders']

/** For shoppers. */
export function placingRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/orders',
    {
      schema: {
        tags,
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'Uses the current prices of the catalog, and reserves stock for all lines or for none. 404 for a product ' +
          'that this merchant does not sell, with `details.product_ids`. 409 INSUFFICIENT_STOCK, with the products ' +
          'that are short in `details.products`. ORDER_LIMIT for more open orders or units than the shop allows, ' +
          'with `details.limit`. If products are shipped and the shop requires a method, an order without address or ' +
          'method is 400, and a method outside of the quote’s `shipping_options` is SHIPPING_UNAVAILABLE. An order ' +
          'that is not paid in time is cancelled.',
        body: PlaceOrder,
        response: { 201: envelope(Order), ...errors(...priceErrors, 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request)
      const runner = byKeyOf(request, reply, { db: deps.shop(shopper.merchant.id), seal: deps.seal })
      return ok(await place(deps, shopper, basketOf(request.body.items), request.body, runner))
    },
  )

  app.post(
    '/user/orders/quote',
    {
      schema: {
        tags,
        operationId: 'quoteOrder',
        summary: 'Quote an order without placing it',
        description:
          'Takes the body of the order and refuses for the same reasons, but writes and reserves nothing. The ' +
          'shipping method, which the shopper chooses from `shipping_options`, and a guest’s e-mail address may be ' +
          'missing.',
        body: QuoteOrder,
        response: { 200: envelope(Quote), ...errors(...quoteErrors, 'GIFT_CARD_UNAVAILABLE', 'CURRENCY_MISMATCH') },
      },
    },
    async (request) => ok(await quote(deps, shopperOf(request), basketOf(request.body.items), request.body)),
  )
}
