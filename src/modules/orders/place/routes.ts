import type { App } from '#src/platform/http/app.ts'
import { shopperOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import type { Dependencies } from '../dependencies.ts'
import { Order, presentOrder } from '../order-schemas.ts'
import { readCheckout } from './checkout.ts'
import { priceErrors } from './checkout-schemas.ts'
import { placeOrder } from './place-order.ts'
import { priceOrder } from './price-order.ts'
import { presentQuote, Quote } from './quote-schemas.ts'
import { PlaceOrder } from './schemas.ts'

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
          'At the catalog’s prices of now. Reserves stock for all lines or for none. A product that this merchant ' +
          'does not sell is a 404 that names it in `details.product_ids`; one of which too few are available a 409 ' +
          'that names it in `details.products`. More open orders or units than the shop allows is ORDER_LIMIT, with ' +
          '`details.limit`. Where products are shipped and the shop requires a method, an order without address or ' +
          'method is a 400, and a method that is not among the quote’s `shipping_options` SHIPPING_UNAVAILABLE. ' +
          'Unless it is paid in time, the order is cancelled.',
        body: PlaceOrder,
        response: { 201: envelope(Order), ...errors(...priceErrors, 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request)
      const { items } = request.body
      const checkout = await readCheckout(deps, shopper, request.body)
      const services = { db: deps.shop(shopper.merchant.id), seal: deps.seal }
      return once(services, request, reply, 201, async (executor) =>
        ok(presentOrder(await placeOrder(executor, shopper, { ...checkout, items }), 'owner')),
      )
    },
  )

  app.post(
    '/user/orders/quote',
    {
      schema: {
        tags,
        operationId: 'quoteOrder',
        summary: 'What an order would be, without placing it',
        description:
          'The same body as for the order, and the same refusals; nothing is written or reserved. It may lack the ' +
          'shipping method, which the shopper chooses from `shipping_options`, and a guest’s e-mail address.',
        body: PlaceOrder,
        response: { 200: envelope(Quote), ...errors(...priceErrors) },
      },
    },
    async (request) => {
      const shopper = shopperOf(request)
      const { items } = request.body
      const checkout = await readCheckout(deps, shopper, request.body)
      const db = deps.shop(shopper.merchant.id)
      return ok(presentQuote(await priceOrder(db, shopper, { ...checkout, items }, 'quote')))
    },
  )
}
