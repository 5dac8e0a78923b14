import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import type { Dependencies } from '../dependencies.ts'
import { Order } from '../order-schemas.ts'
import { presentOrder } from '../present-order.ts'
import { fulfilOrder, updateFulfillment } from './fulfil-order.ts'
import { CreateFulfillment, UpdateFulfillment } from './schemas.ts'

const tags = ['Orders']

export function fulfillmentRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/admin/orders/:id/fulfillments',
    {
      config: { permission: 'orders.fulfil' },
      schema: {
        tags,
        operationId: 'fulfilOrder',
        summary: 'Send units of an order',
        description:
          'For a paid or processing order. The units leave the stock; the order becomes `processing`, and ' +
          '`completed` with its last unit. INVALID_TRANSITION for more units than are left, with `details.products`.',
        params: Type.Object({ id: Uuid }),
        body: CreateFulfillment,
        response: { 201: envelope(Order), ...errors('INVALID_TRANSITION', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentOrder(await fulfilOrder(executor, staff, request.params.id, request.body), 'staff')),
      )
    },
  )

  app.patch(
    '/admin/orders/:id/fulfillments/:fulfillment_id',
    {
      config: { permission: 'orders.fulfil' },
      schema: {
        tags,
        operationId: 'updateFulfillment',
        summary: 'Change carrier and tracking of a fulfillment',
        description: 'Omitted fields keep their value.',
        params: Type.Object({ id: Uuid, fulfillment_id: Uuid }),
        body: UpdateFulfillment,
        response: { 200: envelope(Order) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { id, fulfillment_id } = request.params
      const order = await updateFulfillment(deps.shop(staff.merchantId), staff, id, fulfillment_id, request.body)
      return ok(presentOrder(order, 'staff'))
    },
  )
}
