import { Type } from 'typebox'
import { presentForStaff } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { checkIdempotencyKey, onceInSteps } from '#src/platform/http/requests/idempotency.ts'
import type { Dependencies } from '../dependencies.ts'
import { type BegunEdit, beginEdit, type Edited, finishEdit, previewEdit, readEdited } from './begin-edit.ts'
import { EditOrder, OrderEdit } from './schemas.ts'

export function editRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/admin/orders/:id/edits',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags: ['Orders'],
        operationId: 'editOrderLines',
        summary: 'Change the lines or the address of an order',
        description:
          'Discounts are recalculated for the new lines; `recalculate_discounts` says by which promotions. What a ' +
          'paid order costs more is its `amount_due`: send a payment link. Unless it is paid by `expires_at`, 7 days ' +
          'later, the edit is taken back as a whole. What it costs less is refunded, which also takes ' +
          '`orders.refund`. ' +
          'With another address what is not sent has the tax of that place; the address alone is also changed of ' +
          'what is left of a partly sent order. Else 409 INVALID_TRANSITION after something was sent, and always ' +
          'after a refund; CONFLICT while a payment is under way.',
        params: Type.Object({ id: Uuid }),
        body: EditOrder,
        response: {
          201: envelope(OrderEdit),
          ...errors(
            ...(['INVALID_TRANSITION', 'CONFLICT', 'INSUFFICIENT_STOCK', 'SHIPPING_UNAVAILABLE'] as const),
            'IDEMPOTENCY_KEY_REUSED',
          ),
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const db = deps.shop(staff.merchantId)
      const { preview = false, ...input } = request.body
      const { id } = request.params
      const answer = ({ order, difference }: Edited) => ok({ order: presentForStaff(order), difference })
      if (preview) {
        checkIdempotencyKey(request)
        reply.code(201)
        return answer(await previewEdit(deps, db, staff, id, input))
      }
      return onceInSteps<BegunEdit, ReturnType<typeof answer>>({ db, seal: deps.seal }, request, reply, 201, {
        begin: (executor) => beginEdit(deps, executor, staff, id, input),
        finish: async (begun) => answer(await finishEdit({ ...deps, db }, begun)),
        resume: async (begun) => answer(await readEdited(db, begun)),
      })
    },
  )
}
