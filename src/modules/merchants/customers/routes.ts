import { Type } from 'typebox'
import { listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { merchantOf } from '../directory.ts'
import { listCustomers } from './list-customers.ts'
import { changeCustomer, createCustomer } from './manage-customers.ts'
import { mergeCustomers } from './merge-customers.ts'
import { presentCustomer, presentDetails } from './present-customer.ts'
import { selectCustomer } from './queries.ts'
import { readFilter } from './read-filter.ts'
import { ChangedCustomer, Customer, CustomerDetails, customerFilters, MergedCustomer, NewCustomer } from './schemas.ts'

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
      const merchant = await merchantOf(deps.merchants, merchantId)
      const filter = readFilter(request.query, merchant)
      const list = paginate(deps, ['/admin/users', merchantId, filter], request.query)
      const reader = { db: deps.shop(merchantId), totals: deps.totals }
      const page = await listCustomers(reader, merchantId, filter, list.request)
      return list.answer(page, (row) => presentCustomer(row, merchant.currency))
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
      return ok(presentDetails(row, merchant?.currency ?? ''))
    },
  )

  app.post(
    '/admin/users',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags: ['Customers'],
        operationId: 'createCustomer',
        summary: 'Make a customer',
        description:
          'With a name, a phone or an e-mail address. 409 `EMAIL_TAKEN` if another customer of the shop has the ' +
          'address, with `customer_id` in `details`. Whether it has an account elsewhere is not told.',
        body: NewCustomer,
        response: { 201: envelope(CustomerDetails), ...errors('EMAIL_TAKEN', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { currency } = await merchantOf(deps.merchants, staff.merchantId)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentDetails(await createCustomer(executor, staff, request.body), currency)),
      )
    },
  )

  app.patch(
    '/admin/users/:id',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags: ['Customers'],
        operationId: 'changeCustomer',
        summary: 'Change what the shop knows of a customer',
        description:
          'Omitted fields keep their value, `null` clears. An account elsewhere does not change; ' +
          '`user.updated` is sent for e-mail address, name and phone.',
        params: Type.Object({ id: Uuid }),
        body: ChangedCustomer,
        response: { 200: envelope(CustomerDetails), ...errors('CONFLICT', 'EMAIL_TAKEN') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { currency } = await merchantOf(deps.merchants, staff.merchantId)
      const row = await changeCustomer(deps.shop(staff.merchantId), staff, request.params.id, request.body)
      return ok(presentDetails(row, currency))
    },
  )

  app.post(
    '/admin/users/:id/merge',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags: ['Customers'],
        operationId: 'mergeCustomers',
        summary: 'Merge a customer into another',
        description:
          'For one person who is two customers. Orders, returns, drafts, store credit, groups and comments of this ' +
          'one are of `into` then, and this id leads to it. Only a customer without an account can be merged ' +
          'away. With store credit it needs `gift_cards.write`, too; 409 if both have some.',
        params: Type.Object({ id: Uuid }),
        body: MergedCustomer,
        response: { 200: envelope(CustomerDetails), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { currency } = await merchantOf(deps.merchants, staff.merchantId)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 200, async (executor) =>
        ok(presentDetails(await mergeCustomers(executor, staff, request.params.id, request.body.into), currency)),
      )
    },
  )
}
