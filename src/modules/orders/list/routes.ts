import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { shopperOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, ok, Uuid } from '#src/platform/http/envelope.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { Order } from '../order-schemas.ts'
import { presentOrder } from '../present-order.ts'
import { selectOrder } from '../queries.ts'
import type { OrderRow } from '../row-queries.ts'
import { presentDraft } from './draft.ts'
import { selectDraft } from './draft-queries.ts'
import { readFilter } from './filter.ts'
import { listDrafts } from './list-drafts.ts'
import { listOrders, readStaffFilter } from './list-orders.ts'
import { selectStaffOrder } from './queries.ts'
import { shopperListQuery, staffListQuery } from './schemas.ts'
import { presentForStaff, StaffOrder } from './staff-order.ts'

const tags = ['Orders']
const params = Type.Object({ id: Uuid })
const asOwner = (order: OrderRow) => presentOrder(order, 'owner')

/** The signed-in user's orders at a merchant. */
export function ownOrderRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/user/orders',
    {
      schema: {
        tags,
        operationId: 'listOrders',
        summary: 'The user’s orders at this merchant, newest first',
        description:
          'All orders, or those that match every filter. Totals to compare are in `currency`, else in the shop’s own.',
        querystring: listQuery({ default: 10, max: 50 }, shopperListQuery),
        response: { 200: pageOf(Order) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      const hasMarkets = deps.merchants.hasMarkets(merchant.id)
      const read = readFilter(request.query, { ...merchant, hasMarkets }, { inNumber: true })
      const filter = { ...read, userId, asShopper: true as const }
      const sort = { by: request.query.sort, direction: request.query.order }
      const list = paginate(deps, ['/user/orders', merchant.id, filter, sort], request.query)
      const reader = { db: deps.shop(merchant.id), totals: deps.totals }
      return list.answer(await listOrders(reader, merchant.id, filter, sort, list.request), asOwner)
    },
  )

  app.get(
    '/user/orders/:id',
    {
      schema: {
        tags,
        operationId: 'getOrder',
        summary: 'One of the user’s orders',
        description: 'Somebody else’s order is a 404.',
        params,
        response: { 200: envelope(Order) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      const key = { merchantId: merchant.id, orderId: request.params.id, userId }
      const order = await selectOrder(deps.shop(merchant.id), key)
      if (order === undefined) throw notFound('order')
      return ok(asOwner(order))
    },
  )
}

/** The merchant's orders, for staff. */
export function merchantOrderRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/orders',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags,
        operationId: 'listMerchantOrders',
        summary: 'The merchant’s orders, newest first',
        description: 'Totals are in the shop’s currency. `status=draft` lists drafts, which no other list has.',
        querystring: listQuery(defaultLimits, staffListQuery),
        response: { 200: pageOf(StaffOrder) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      if (request.query.status === 'draft') return listDrafts(deps, merchantId, request.query)
      const filter = await readStaffFilter(deps.merchants, merchantId, request.query)
      const sort = { by: request.query.sort, direction: request.query.order }
      const list = paginate(deps, ['/admin/orders', merchantId, filter, sort], request.query)
      const reader = { db: deps.shop(merchantId), totals: deps.totals }
      const page = await listOrders(reader, merchantId, filter, sort, list.request)
      return list.answer(page, presentForStaff)
    },
  )

  app.get(
    '/admin/orders/:id',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags,
        operationId: 'getMerchantOrder',
        summary: 'One of the merchant’s orders',
        description: 'Another merchant’s order is a 404.',
        params,
        response: { 200: envelope(StaffOrder) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const key = { merchantId, orderId: request.params.id }
      const db = deps.shop(merchantId)
      const order = await selectStaffOrder(db, key)
      const draft = order === undefined ? await selectDraft(db, key) : undefined
      if (draft !== undefined) return ok(presentDraft(draft, deps.config))
      if (order === undefined) throw notFound('order')
      return ok(presentForStaff(order))
    },
  )
}
