import { Type } from 'typebox'
import { listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, ok, Uuid } from '#src/platform/http/envelope.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { listCustomers } from './list-customers.ts'
import { presentCustomer } from './present-customer.ts'
import { type CustomerSort, selectCustomer } from './queries.ts'
import { Customer, CustomerDetails, customerFilters } from './schemas.ts'

export function customerRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/users',
    {
      config: { permission: 'customers.read' },
      schema: {
        tags: ['Customers'],
        operationId: 'listCustomers',
        summary: 'The shop’s customers, newest first',
        description:
          'An erased account stays in the list, without name and address, because of its orders. A guest is in it ' +
          'from their first order on, with the address of the last one.',
        querystring: listQuery({ default: 25, max: 100 }, customerFilters),
        response: { 200: pageOf(Customer) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const q = request.query.q?.trim() || undefined
      const filter = { q, sort: request.query.sort as CustomerSort, order: request.query.order as 'asc' | 'desc' }
      const list = paginate(deps, ['/admin/users', merchantId, filter], request.query)
      const reader = { db: deps.shop(merchantId), totals: deps.totals }
      const [page, merchant] = await Promise.all([
        listCustomers(reader, merchantId, filter, list.request),
        deps.merchants.find(merchantId),
      ])
      const currency = merchant?.currency ?? ''
      return list.answer(page, (row) => presentCustomer(row, currency))
    },
  )

  app.get(
    '/admin/users/:id',
    {
      config: { permission: 'customers.read' },
      schema: {
        tags: ['Customers'],
        operationId: 'getCustomer',
        summary: 'One of the shop’s customers',
        description:
          'With their figures, and the newest of their orders. 404 for a user who is not a customer of the shop.',
        params: Type.Object({ id: Uuid }),
        response: { 200: envelope(CustomerDetails) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { id } = request.params
      const [row, merchant] = await Promise.all([
        selectCustomer(deps.shop(merchantId), merchantId, id),
        deps.merchants.find(merchantId),
      ])
      if (row === undefined) throw notFound('customer')
      const last = row.last_order
      return ok({
        ...presentCustomer(row, merchant?.currency ?? ''),
        last_order: last && { ...last, created_at: new Date(last.created_at).toISOString() },
      })
    },
  )
}
