import { Type } from 'typebox'
import { listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { originOf, type Shopper, shopperOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once, onceInSteps } from '#src/platform/http/requests/idempotency.ts'
import { byUser } from '#src/platform/lib/cause.ts'
import { toPage } from '#src/platform/lib/page.ts'
import { presentWithdrawn, request, withdrawal } from './declarations.ts'
import type { Dependencies } from './dependencies.ts'
import { cancelReturn } from './end-return.ts'
import { countReturns, selectReturns } from './list-queries.ts'
import { presentReturn } from './present-return.ts'
import { requestReturn } from './request-return.ts'
import { RequestReturn, Return, ReturnStatus, WithdrawFromOrder, WithdrawnOrder } from './schemas.ts'
import { beginWithdrawal, type Declared, finishWithdrawal, readWithdrawal } from './withdraw.ts'

const tags = ['Returns']
const params = Type.Object({ id: Uuid })

/** For signed-in customers. */
export function returnRoutes(app: App, deps: Dependencies): void {
  const customerOf = ({ userId, merchant }: Shopper, orderId: string, cause: ReturnType<typeof byUser>) => ({
    merchantId: merchant.id,
    orderId,
    userId,
    cause,
  })

  app.post(
    '/user/orders/:id/withdraw',
    {
      schema: {
        tags,
        operationId: 'withdrawFromOrder',
        ...withdrawal,
        params,
        body: WithdrawFromOrder,
        response: {
          201: envelope(WithdrawnOrder),
          ...errors('INVALID_TRANSITION', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request)
      const customer = customerOf(shopper, request.params.id, byUser(shopper.userId, originOf(request)))
      const db = deps.shop(shopper.merchant.id)
      return onceInSteps({ db, seal: deps.seal }, request, reply, 201, {
        begin: (executor) => beginWithdrawal({ ...deps, db: executor }, customer, request.body.items),
        finish: async (declared) => presentWithdrawn(await finishWithdrawal({ ...deps, db }, declared)),
        resume: async (declared: Declared) => presentWithdrawn(await readWithdrawal(db, declared)),
      })
    },
  )

  app.post(
    '/user/orders/:id/returns',
    {
      schema: {
        tags,
        operationId: 'requestReturn',
        ...request,
        params,
        body: RequestReturn,
        response: { 201: envelope(Return), ...errors('INVALID_TRANSITION', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request)
      const customer = customerOf(shopper, request.params.id, byUser(shopper.userId, originOf(request)))
      const services = { db: deps.shop(shopper.merchant.id), seal: deps.seal }
      return once(services, request, reply, 201, async (executor) =>
        ok(presentReturn(await requestReturn(executor, customer, request.body), 'customer')),
      )
    },
  )

  app.get(
    '/user/returns',
    {
      schema: {
        tags,
        operationId: 'listReturns',
        summary: 'The user’s returns at this merchant, newest first',
        description: 'Withdrawals of sent units are among them.',
        querystring: listQuery(
          { default: 10, max: 50 },
          { order_id: Type.Optional(Uuid), status: Type.Optional(ReturnStatus) },
        ),
        response: { 200: pageOf(Return) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      const { order_id: orderId, status } = request.query
      const filter = { merchantId: merchant.id, userId, ...(orderId && { orderId }), ...(status && { status }) }
      const list = paginate(deps, ['/user/returns', filter], request.query)
      const db = deps.shop(merchant.id)
      const rows = await selectReturns(db, filter, list.request)
      const page = await toPage(
        rows,
        list.request,
        () => countReturns(db, filter),
        (row) => [row.created_at.toISOString(), row.id],
      )
      return list.answer(page, (row) => presentReturn(row, 'customer'))
    },
  )

  app.post(
    '/user/returns/:id/cancel',
    {
      schema: {
        tags,
        operationId: 'cancelReturn',
        summary: 'Cancel a return before it has arrived',
        description: 'Its units can be asked for again.',
        params,
        response: { 200: envelope(Return), ...errors('INVALID_TRANSITION') },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      const key = { merchantId: merchant.id, returnId: request.params.id, userId }
      return ok(presentReturn(await cancelReturn(deps.shop(merchant.id), key), 'customer'))
    },
  )
}
