import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import { beginChange, finishChange } from './change-return.ts'
import type { Dependencies } from './dependencies.ts'
import { labelName } from './label-file.ts'
import { selectLabelFile } from './label-queries.ts'
import { countReturns, selectReturns } from './list-queries.ts'
import { presentReturn } from './present-return.ts'
import { selectReturn } from './queries.ts'
import { Return, ReturnStatus } from './schemas.ts'
import { TakeReturn, UpdateReturn } from './staff-schemas.ts'
import { takeReturn } from './take-return.ts'

const tags = ['Returns']
const params = Type.Object({ id: Uuid })
/** A label and the longest message. */
const bodyLimit = 2_097_152

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

  app.post(
    '/admin/returns',
    {
      bodyLimit,
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'takeReturn',
        summary: 'Take a return that the customer did not ask for here',
        description:
          'By telephone, over the counter, or of a parcel that came back: of sent units, at any time. It begins ' +
          '`approved`, with a mail that has the label, or `received`. A gift card in exchange also takes ' +
          '`gift_cards.write`. INVALID_TRANSITION with `details.reason: nothing_left`: not sent, or in a return ' +
          'already. CONFLICT: the order has 50 returns.',
        body: TakeReturn,
        response: {
          201: envelope(Return),
          ...errors('NOT_FOUND', 'INVALID_TRANSITION', 'CONFLICT', 'INSUFFICIENT_STOCK', 'IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const services = { db: deps.shop(staff.merchantId), seal: deps.seal }
      return once(services, request, reply, 201, async (executor) =>
        ok(presentReturn(await takeReturn(deps, executor, staff, request.body), 'staff')),
      )
    },
  )

  app.get(
    '/admin/returns/:id/label',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags,
        operationId: 'getReturnLabel',
        summary: 'The label file of a return',
        description: 'As staff uploaded it. 404 without one.',
        params,
        response: {
          200: {
            description: 'The PDF or the picture.',
            content: {
              'application/pdf': { schema: Type.String({ format: 'binary' }) },
              'image/png': { schema: Type.String({ format: 'binary' }) },
            },
          },
          ...errors('NOT_FOUND'),
        },
      },
    },
    async (request, reply) => {
      const { merchantId } = staffOf(request)
      const file = await selectLabelFile(deps.shop(merchantId), { merchantId, returnId: request.params.id })
      if (file === undefined) throw notFound('return label')
      const name = labelName(file.order_number, file.type)
      reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'private, no-cache')
      // The declared type is the file's; it is sent as bytes.
      return reply.type(file.type).send(file.content as never)
    },
  )

  app.patch(
    '/admin/returns/:id',
    {
      bodyLimit,
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
        response: {
          200: envelope(Return),
          ...errors('INVALID_TRANSITION', 'REFUND_TOO_LARGE', 'INSUFFICIENT_STOCK', 'CURRENCY_MISMATCH'),
        },
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
