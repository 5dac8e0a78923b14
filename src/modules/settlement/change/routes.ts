import { Type } from 'typebox'
import { Order, presentOrder } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { cancelOrder } from './change-status.ts'

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
