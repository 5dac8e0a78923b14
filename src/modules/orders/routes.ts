import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { cancelOrder } from './change/change-status.ts'
import { editOrder } from './change/edit-order.ts'
import type { Dependencies } from './dependencies.ts'
import { readFilter } from './list/filter.ts'
import { listOrders, readStaffFilter } from './list/list-orders.ts'
import { shopperListQuery, staffListQuery } from './list/schemas.ts'
import { presentForStaff, StaffOrder } from './list/staff-order.ts'
import { Order, presentOrder } from './order-schemas.ts'
import { readCheckout } from './place/checkout.ts'
import { priceErrors } from './place/checkout-schemas.ts'
import { placeOrder } from './place/place-order.ts'
import { priceOrder } from './place/price-order.ts'
import { presentQuote, Quote } from './place/quote-schemas.ts'
import { selectOrder } from './queries.ts'
import type { OrderRow } from './row-queries.ts'
import { PlaceOrder, UpdateOrder } from './schemas.ts'

const tags = ['Orders']
const params = Type.Object({ id: Uuid })
const asOwner = (order: OrderRow) => presentOrder(order, 'owner')

/** The signed-in user's orders at a merchant. */
export function orderRoutes(app: App, deps: Dependencies): void {
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
        ok(asOwner(await placeOrder(executor, shopper, { ...checkout, items }))),
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

  app.get(
    '/user/orders',
    {
      schema: {
        tags,
        operationId: 'listOrders',
        summary: 'The user’s orders at this merchant, newest first',
        description: 'All of them, or those that have what each filter asks for. Totals are in the shop’s currency.',
        querystring: listQuery({ default: 10, max: 50 }, shopperListQuery),
        response: { 200: pageOf(Order) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      const filter = { ...readFilter(request.query, merchant, { inNumber: true }), userId }
      const sort = { by: request.query.sort, direction: request.query.order }
      const list = paginate(deps, ['/user/orders', merchant.id, filter, sort], request.query)
      const reader = { db: deps.shop(merchant.id), totals: deps.totals }
      return list.answer(await listOrders(reader, merchant.id, filter, sort, list.request), asOwner)
    },
  )

  app.get(
    '/user/orders/:id',
    {
      schema: {
        tags,
        operationId: 'getOrder',
        summary: 'One of the user’s orders',
        description: 'Somebody else’s order is a 404.',
        params,
        response: { 200: envelope(Order) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      const key = { merchantId: merchant.id, orderId: request.params.id, userId }
      const order = await selectOrder(deps.shop(merchant.id), key)
      if (order === undefined) throw notFound('order')
      return ok(asOwner(order))
    },
  )

  app.post(
    '/user/orders/:id/cancel',
    {
      schema: {
        tags,
        operationId: 'cancelOrder',
        summary: 'Cancel an order that is not paid',
        description: 'Its stock can be sold again at once. A paid order is cancelled by staff.',
        params,
        response: { 200: envelope(Order), ...errors('INVALID_TRANSITION') },
      },
    },
    async (request) => {
      const shopper = shopperOf(request)
      return ok(asOwner(await cancelOrder(deps.shop(shopper.merchant.id), shopper, request.params.id)))
    },
  )
}

/** The merchant's orders, for staff. */
export function adminOrderRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/orders',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags,
        operationId: 'listMerchantOrders',
        summary: 'The merchant’s orders, newest first',
        description: 'Totals are in the shop’s currency.',
        querystring: listQuery(defaultLimits, staffListQuery),
        response: { 200: pageOf(StaffOrder) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const filter = await readStaffFilter(deps.merchants, merchantId, request.query)
      const sort = { by: request.query.sort, direction: request.query.order }
      const list = paginate(deps, ['/admin/orders', merchantId, filter, sort], request.query)
      const reader = { db: deps.shop(merchantId), totals: deps.totals }
      const page = await listOrders(reader, merchantId, filter, sort, list.request)
      return list.answer(page, await presentForStaff(deps, page.items))
    },
  )

  app.get(
    '/admin/orders/:id',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags,
        operationId: 'getMerchantOrder',
        summary: 'One of the merchant’s orders',
        description: 'Another merchant’s order is a 404.',
        params,
        response: { 200: envelope(StaffOrder) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const order = await selectOrder(deps.shop(merchantId), { merchantId, orderId: request.params.id })
      if (order === undefined) throw notFound('order')
      const present = await presentForStaff(deps, [order])
      return ok(present(order))
    },
  )

  app.patch(
    '/admin/orders/:id',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'updateOrder',
        summary: 'Move an order on: process, complete or cancel it; or change its note',
        description:
          'Completing takes the units out of stock. Cancelling makes them available again and gives a payment back; ' +
          '`payment_status` is `refunded` once the provider has confirmed it, mostly in this answer. At least one of ' +
          '`status` and `note`. Completing also takes `orders.fulfil`, cancelling a paid order `orders.refund`.',
        params,
        body: UpdateOrder,
        response: { 200: envelope(StaffOrder), ...errors('INVALID_TRANSITION') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const services = { ...deps, db: deps.shop(staff.merchantId) }
      const order = await editOrder(services, staff, request.params.id, request.body)
      const present = await presentForStaff(deps, [order])
      return ok(present(order))
    },
  )
}
