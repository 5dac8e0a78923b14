import { Type } from 'typebox'
import { Order, presentForStaff, presentOrder, StaffOrder } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { cancelOrder } from './change-status.ts'
import { editOrder } from './edit-order.ts'
import { UpdateOrder } from './schemas.ts'

const tags = ['Orders']
const params = Type.Object({ id: Uuid })

/** For shoppers. */
export function cancelRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/orders/:id/cancel',
    {
      schema: {
        tags,
        operationId: 'cancelOrder',
        summary: 'Cancel an order that is not paid',
        description: 'Its stock can be sold again at once. Only staff cancels a paid order.',
        params,
        response: { 200: envelope(Order), ...errors('INVALID_TRANSITION') },
      },
    },
    async (request) => {
      const shopper = shopperOf(request)
      const order = await cancelOrder(deps.shop(shopper.merchant.id), shopper, request.params.id)
      return ok(presentOrder(order, 'owner'))
    },
  )
}

/** For staff. */
export function editOrderRoutes(app: App, deps: Dependencies): void {
  app.patch(
    '/admin/orders/:id',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'updateOrder',
        summary: 'Change the status or the note of an order',
        description:
          'Completing takes the units out of stock. Cancelling makes them available again and refunds a payment; ' +
          '`payment_status` is `refunded` once the provider has confirmed it, usually in this answer. At least one ' +
          'of `status` and `note`. Completing also takes `orders.fulfil`, cancelling a paid or partly paid one ' +
          '`orders.refund`.',
        params,
        body: UpdateOrder,
        response: { 200: envelope(StaffOrder), ...errors('INVALID_TRANSITION') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const services = { ...deps, db: deps.shop(staff.merchantId) }
      return ok(presentForStaff(await editOrder(services, staff, request.params.id, request.body)))
    },
  )
}
