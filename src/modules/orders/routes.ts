import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf, staffOf } from '#src/platform/http/authentication.ts'
import { envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/idempotency.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/pagination.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import { cancelOrder, updateOrder } from './change-status.ts'
import type { Dependencies } from './dependencies.ts'
import { Order, OrderStatus, presentOrder } from './order-schemas.ts'
import { placeOrder } from './place-order.ts'
import { positionOf, selectOrder, selectOrders } from './queries.ts'
import type { OrderRow } from './row-queries.ts'
import { PlaceOrder, UpdateOrder } from './schemas.ts'

const tags = ['Orders']
const params = Type.Object({ id: Uuid })
const asOwner = (order: OrderRow) => presentOrder(order, 'owner')
const asStaff = (order: OrderRow) => presentOrder(order, 'staff')

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
          '`details.limit`. Unless it is paid in time, the order is cancelled.',
        body: PlaceOrder,
        response: {
          201: envelope(Order),
          ...errors(
            'NOT_FOUND',
            'INSUFFICIENT_STOCK',
            'ORDER_LIMIT',
            'PRICE_CHANGED',
            'CONFLICT',
            'IDEMPOTENCY_KEY_REUSED',
          ),
        },
      },
    },
    async (request, reply) =>
      once({ db: deps.shop(shopperOf(request).merchant.id), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(asOwner(await placeOrder(executor, shopperOf(request), request.body))),
      ),
  )

  app.get(
    '/user/orders',
    {
      schema: {
        tags,
        operationId: 'listOrders',
        summary: 'The user’s orders at this merchant, newest first',
        description: 'Of every status, or of one.',
        querystring: listQuery({ default: 10, max: 50 }, { status: Type.Optional(OrderStatus) }),
        response: { 200: pageOf(Order) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      const { status } = request.query
      const list = paginate(deps.cursors, ['/user/orders', merchant.id, userId, status], request.query)
      const { rows, total } = await selectOrders(deps.shop(merchant.id), merchant.id, { userId, status }, list.request)
      return list.answer(
        toPage(rows, list.request.limit, total, (row) => [row.id]),
        asOwner,
      )
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
        description: 'With `q` by number, the last first.',
        querystring: listQuery(defaultLimits, {
          status: Type.Optional(OrderStatus),
          user_id: Type.Optional(Uuid),
          q: Type.Optional(line({ max: 20, description: 'How the order number begins.', examples: ['261121-7K'] })),
        }),
        response: { 200: pageOf(Order) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { status, user_id } = request.query
      const q = request.query.q?.trim() || undefined
      const list = paginate(deps.cursors, ['/admin/orders', merchantId, status, user_id, q], request.query)
      const filter = { status, userId: user_id, number: q }
      const { rows, total } = await selectOrders(deps.shop(merchantId), merchantId, filter, list.request)
      return list.answer(
        toPage(rows, list.request.limit, total, (row) => positionOf(filter, row)),
        asStaff,
      )
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
        response: { 200: envelope(Order) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const order = await selectOrder(deps.shop(merchantId), { merchantId, orderId: request.params.id })
      if (order === undefined) throw notFound('order')
      return ok(asStaff(order))
    },
  )

  app.patch(
    '/admin/orders/:id',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'updateOrder',
        summary: 'Move an order on: process, complete or cancel it',
        description:
          'Completing takes the units out of stock. Cancelling makes them available again and gives a payment back; ' +
          '`payment_status` is `refunded` once the provider has confirmed it.',
        params,
        body: UpdateOrder,
        response: { 200: envelope(Order), ...errors('INVALID_TRANSITION') },
      },
    },
    async (request) => {
      const { status } = request.body
      const staff = staffOf(request)
      return ok(asStaff(await updateOrder(deps.shop(staff.merchantId), staff, request.params.id, status)))
    },
  )
}
