import type { Static } from 'typebox'
import { presentUser } from '#src/modules/identity/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/authentication.ts'
import { listQuery, pageOf, paginate } from '#src/platform/http/pagination.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { type CustomerRow, type CustomerSort, countCustomers, selectCustomers } from './queries.ts'
import { Customer, customerFilters } from './schemas.ts'

export function customerRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/users',
    {
      config: { permission: 'customers.read' },
      schema: {
        tags: ['Customers'],
        operationId: 'listCustomers',
        summary: 'The shop’s customers, newest first',
        description: 'An erased account stays in the list, without name and address, for the orders it has.',
        querystring: listQuery({ default: 25, max: 100 }, customerFilters),
        response: { 200: pageOf(Customer) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const q = request.query.q?.trim() || undefined
      const filter = { q, sort: request.query.sort as CustomerSort, order: request.query.order as 'asc' | 'desc' }
      const list = paginate(deps.cursors, ['/admin/users', merchantId, filter], request.query)
      const [rows, total, merchant] = await Promise.all([
        selectCustomers(deps.shop(merchantId), merchantId, filter, list.request),
        countCustomers(deps.shop(merchantId), merchantId, q),
        deps.merchants.find(merchantId),
      ])
      return list.answer(
        toPage(rows, list.request.limit, total, (row) => [row.position, row.id]),
        (row) => presentCustomer(row, merchant?.currency ?? ''),
      )
    },
  )
}

function presentCustomer(row: CustomerRow, currency: string): Static<typeof Customer> {
  return {
    ...presentUser(row),
    customer_since: row.customer_since.toISOString(),
    order_count: row.order_count,
    order_total: toMajor(row.order_total_minor, currency),
  }
}
