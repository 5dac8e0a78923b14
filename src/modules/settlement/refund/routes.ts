import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { presentOrder, presentRefund } from '#src/modules/orders/index.ts'
import type { PaymentRow } from '#src/modules/payments/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { onceInSteps } from '#src/platform/http/requests/idempotency.ts'
import type { Dependencies } from '../dependencies.ts'
import { finishChargeRefund, readChargeRefund, retryChargeRefund, settleChargeByHand } from './charge-refunds.ts'
import type { StoredRefund } from './queries.ts'
import { beginRefund, beginRetry, finishRefund, type Refunded, readRefund, settleRefundByHand } from './refund-order.ts'
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
      ask(deps, request, reply, 201, (executor) =>
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
        description:
          'Asks the provider for the same amount once more. Units and stock do not change. `refund_id` may also be ' +
          'that of a payment with a `refund_failure`, which no order waits for.',
        params: Type.Object({ id: Uuid, refund_id: Uuid }),
        response: { 200: envelope(RefundedOrder), ...refusals },
      },
    },
    async (request, reply) =>
      ask(deps, request, reply, 200, async (executor) => {
        const { id, refund_id } = request.params
        const payment = await retryChargeRefund(executor, staffOf(request), id, refund_id)
        return payment ?? beginRetry(executor, staffOf(request), id, refund_id)
      }),
  )

  app.post(
    '/admin/orders/:id/refunds/:refund_id/done',
    {
      config: { permission: 'orders.refund' },
      schema: {
        tags,
        operationId: 'settleRefundByHand',
        summary: 'Mark a refund as paid back by hand',
        description:
          'Of what was paid by hand, whose refund is `pending` until then, and of what the provider refused: you ' +
          'have given the money back yourself, such as by bank transfer. It has then `succeeded`, with the ' +
          'destination `manual`. `refund_id` may also be that of a payment that is `refunding` with the method ' +
          '`manual` or with a `refund_failure`.',
        params: Type.Object({ id: Uuid, refund_id: Uuid }),
        response: { 200: envelope(RefundedOrder), ...refusals },
      },
    },
    async (request, reply) => {
      const { id, refund_id } = request.params
      const staff = staffOf(request)
      const read = (key: Key) => readEither(deps.shop(staff.merchantId), key)
      return give(deps, request, reply, 200, {
        async begin(executor) {
          if (!(await settleChargeByHand(executor, staff, id, refund_id)))
            await settleRefundByHand(executor, staff, id, refund_id)
          return { merchant_id: staff.merchantId, id: refund_id }
        },
        finish: read,
        resume: read,
      })
    },
  )
}

type Key = Pick<StoredRefund, 'merchant_id' | 'id'>

/** Writes a refund of an order, or has that of a charge sent again, and asks the provider for it. */
function ask(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 201,
  begin: (executor: Executor) => Promise<StoredRefund | PaymentRow>,
) {
  const db = deps.shop(staffOf(request).merchantId)
  return give(deps, request, reply, status, {
    begin,
    finish: (begun) =>
      'provider' in begun ? finishChargeRefund({ ...deps, db }, begun) : finishRefund({ ...deps, db }, begun),
    resume: (begun) => readEither(db, begun),
  })
}

async function readEither(db: Executor, key: Key): Promise<Refunded> {
  return (await readChargeRefund(db, key)) ?? (await readRefund(db, key))
}

interface Giving<Begun> {
  begin(executor: Executor): Promise<Begun>
  finish(begun: Begun): Promise<Refunded>
  resume(begun: Begun): Promise<Refunded>
}

function give<Begun extends Key>(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 201,
  { begin, finish, resume }: Giving<Begun>,
) {
  const db = deps.shop(staffOf(request).merchantId)
  const answer = ({ refund, order }: Refunded) =>
    ok({ refund: presentRefund(refund, order.items), order: presentOrder(order, 'staff') })
  return onceInSteps<Begun, ReturnType<typeof answer>>({ db, seal: deps.seal }, request, reply, status, {
    begin,
    finish: async (begun) => answer(await finish(begun)),
    resume: async (begun) => answer(await resume(begun)),
  })
}
