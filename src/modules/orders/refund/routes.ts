import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { onceInSteps } from '#src/platform/http/requests/idempotency.ts'
import type { Dependencies } from '../dependencies.ts'
import { presentOrder, presentRefund } from '../present-order.ts'
import type { StoredRefund } from './queries.ts'
import { beginRefund, beginRetry, finishRefund, type Refunded, readRefund } from './refund-order.ts'
import { CreateRefund, RefundedOrder } from './schemas.ts'

const tags = ['Payments']
const refusals = errors('INVALID_TRANSITION', 'REFUND_TOO_LARGE', 'IDEMPOTENCY_KEY_REUSED')

export function refundRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/admin/orders/:id/refunds',
    {
      config: { permission: 'orders.refund' },
      schema: {
        tags,
        operationId: 'refundOrder',
        summary: 'Refund an order, and cancel or return units',
        description:
          'For a paid order. Units that were not sent are cancelled first, the others are returned. An order without ' +
          'a unit left to send becomes `completed` if anything was sent, else `cancelled`. REFUND_TOO_LARGE for more ' +
          'than was paid, with `details.refundable`. The refund is `pending` until the provider has answered; a ' +
          'refund that the provider refuses is `failed` and can be sent again.',
        params: Type.Object({ id: Uuid }),
        body: CreateRefund,
        response: { 201: envelope(RefundedOrder), ...refusals },
      },
    },
    async (request, reply) =>
      give(deps, request, reply, 201, (executor) =>
        beginRefund(executor, deps.paymentProviders, staffOf(request), request.params.id, request.body),
      ),
  )

  app.post(
    '/admin/orders/:id/refunds/:refund_id/retry',
    {
      config: { permission: 'orders.refund' },
      schema: {
        tags,
        operationId: 'retryRefund',
        summary: 'Retry a failed refund',
        description: 'Asks the provider for the same amount once more. Units and stock do not change.',
        params: Type.Object({ id: Uuid, refund_id: Uuid }),
        response: { 200: envelope(RefundedOrder), ...refusals },
      },
    },
    async (request, reply) =>
      give(deps, request, reply, 200, (executor) =>
        beginRetry(executor, staffOf(request), request.params.id, request.params.refund_id),
      ),
  )
}

function give(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 201,
  begin: (executor: Executor) => Promise<StoredRefund>,
) {
  const db = deps.shop(staffOf(request).merchantId)
  const answer = ({ refund, order }: Refunded) =>
    ok({ refund: presentRefund(refund, order.items), order: presentOrder(order, 'staff') })
  return onceInSteps<StoredRefund, ReturnType<typeof answer>>({ db, seal: deps.seal }, request, reply, status, {
    begin,
    finish: async (refund) => answer(await finishRefund({ ...deps, db }, refund)),
    resume: async (refund: Pick<StoredRefund, 'merchant_id' | 'id'>) => answer(await readRefund(db, refund)),
  })
}
