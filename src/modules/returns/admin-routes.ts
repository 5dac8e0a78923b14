import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import { beginChange, finishChange } from './change-return.ts'
import type { Dependencies } from './dependencies.ts'
import { countReturns, selectReturns } from './list-queries.ts'
import { presentReturn } from './present-return.ts'
import { selectReturn } from './queries.ts'
import { Return, ReturnStatus, UpdateReturn } from './schemas.ts'

const tags = ['Returns']
const params = Type.Object({ id: Uuid })

/** For staff. */
export function returnAdminRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/returns',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags,
        operationId: 'listMerchantReturns',
        summary: 'The merchant’s returns and withdrawals, newest first',
        querystring: listQuery(defaultLimits, {
          status: Type.Optional(ReturnStatus),
          order_id: Type.Optional(Uuid),
          refund_due: Type.Optional(
            Type.Boolean({ description: 'true: only withdrawals whose refund is still to be made.' }),
          ),
        }),
        response: { 200: pageOf(Return) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { order_id: orderId, status, refund_due: isDue } = request.query
      const filter = { merchantId, ...(orderId && { orderId }), ...(status && { status }), ...(isDue && { isDue }) }
      const list = paginate(deps, ['/admin/returns', filter], request.query)
      const db = deps.shop(merchantId)
      const rows = await selectReturns(db, filter, list.request)
      const page = await toPage(
        rows,
        list.request,
        () => countReturns(db, filter),
        (row) => [row.created_at.toISOString(), row.id],
      )
      return list.answer(page, (row) => presentReturn(row, 'staff'))
    },
  )

  app.get(
    '/admin/returns/:id',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags,
        operationId: 'getMerchantReturn',
        summary: 'One of the merchant’s returns',
        params,
        response: { 200: envelope(Return) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const row = await selectReturn(deps.shop(merchantId), { merchantId, returnId: request.params.id })
      if (row === undefined) throw notFound('return')
      return ok(presentReturn(row, 'staff'))
    },
  )

  app.patch(
    '/admin/returns/:id',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'updateReturn',
        summary: 'Decide on a return, note what came, refund it',
        description:
          'requested → approved or declined; approved → received; approved or received → refunded, by `refund`; ' +
          'received → closed. Several steps may be one request. A refund also takes `orders.refund`; store ' +
          'credit, and a gift card in exchange, `gift_cards.write`. Each step is mailed to the customer.',
        params,
        body: UpdateReturn,
        response: { 200: envelope(Return), ...errors('INVALID_TRANSITION', 'REFUND_TOO_LARGE', 'INSUFFICIENT_STOCK') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const services = { ...deps, db: deps.shop(staff.merchantId) }
      const changed = await beginChange(services, staff, request.params.id, request.body)
      return ok(presentReturn(await finishChange(services, changed), 'staff'))
    },
  )
}
