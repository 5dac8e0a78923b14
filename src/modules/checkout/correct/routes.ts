import { Type } from 'typebox'
import { StaffOrder } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { changeOrderOrDraft } from './change-order-or-draft.ts'
import { UpdateOrder } from './schemas.ts'

export function updateOrderRoutes(app: App, deps: Dependencies): void {
  app.patch(
    '/admin/orders/:id',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags: ['Orders'],
        operationId: 'updateOrder',
        summary: 'Correct an order, or change its status',
        description:
          'Completing takes the units out of stock. Cancelling makes them available again and refunds a payment; ' +
          '`payment_status` is `refunded` once the provider has confirmed it, usually in this answer. Completing ' +
          'also takes `orders.fulfil`, cancelling a paid or partly paid one `orders.refund`, and another `email` of ' +
          'an order with gift cards `gift_cards.write`. A correction leaves total and tax as they are: an address ' +
          'with others is 409 `PRICE_CHANGED`, with what the order would cost ' +
          'there in `details.preview` (`total`, `tax_total`, `shipping_total`; an edit takes it with them), and one ' +
          'that the shipping method does not serve 409 `SHIPPING_UNAVAILABLE`. The address is that of what is left ' +
          'to send (409 `INVALID_TRANSITION` once all is sent); a fulfilment keeps its own. Invoices stay. ' +
          'At least one field besides `expected_version`. A draft takes all that `POST` takes, and `cancelled` ' +
          'deletes it.',
        params: Type.Object({ id: Uuid }),
        body: UpdateOrder,
        response: {
          200: envelope(StaffOrder),
          ...errors('INVALID_TRANSITION', 'CONFLICT', 'PRICE_CHANGED', 'SHIPPING_UNAVAILABLE'),
        },
      },
    },
    async (request) => ok(await changeOrderOrDraft(deps, staffOf(request), request.params.id, request.body)),
  )
}
