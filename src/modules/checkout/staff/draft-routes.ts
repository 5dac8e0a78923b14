import { Type } from 'typebox'
import { presentForStaff, StaffOrder } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { body, envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { priceErrors } from '../checkout-schemas.ts'
import type { Dependencies } from '../dependencies.ts'
import { placeDraft, readDraftToPlace } from './place-draft.ts'

const PlaceDraft = body('PlaceDraft', {
  prices: Type.Unsafe<'draft' | 'today'>(
    Type.String({
      enum: ['draft', 'today'],
      description: 'Those that the draft says, with its discounts as one; or those of today, with today’s promotions.',
    }),
  ),
})

export function draftRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/admin/orders/:id/place',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags: ['Orders'],
        operationId: 'placeDraft',
        summary: 'Place a draft as an order',
        description:
          'The order has the id of the draft, which ends with it: a second call is 409 INVALID_TRANSITION. Its units ' +
          'are reserved now. 409 PRICE_CHANGED if what the draft says does not make its total any more, such as by ' +
          'another tax.',
        params: Type.Object({ id: Uuid }),
        body: PlaceDraft,
        response: {
          201: envelope(StaffOrder),
          ...errors(...priceErrors, 'CONFLICT', 'INVALID_TRANSITION', 'IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const db = deps.shop(staff.merchantId)
      const { id } = request.params
      const { prices } = request.body
      return once({ db, seal: deps.seal }, request, reply, 201, async (executor) => {
        const read = await readDraftToPlace(deps, executor, staff, id, prices)
        return ok(presentForStaff(await placeDraft(executor, staff, read)))
      })
    },
  )
}
