import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { idLists } from '#src/platform/http/requests/body-parser.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { changeGroup, createGroup, removeGroup, setCustomers } from './manage-groups.ts'
import { countGroups, selectGroups } from './queries.ts'
import {
  ChangedCustomerGroup,
  CustomerGroup,
  CustomersOfGroup,
  maxGroups,
  NewCustomerGroup,
  presentGroup,
} from './schemas.ts'

const tags = ['Customers']
const params = Type.Object({ id: Uuid })

/** Groups of a shop’s customers. */
export function customerGroupRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/customer-groups',
    {
      config: { permission: 'customers.read' },
      schema: {
        tags,
        operationId: 'listCustomerGroups',
        summary: 'Customer groups by name',
        description: '`GET /admin/users` with `group_id` lists the customers of one.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(CustomerGroup) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const db = deps.shop(merchantId)
      const list = paginate(deps, ['/admin/customer-groups', merchantId], request.query)
      const rows = await selectGroups(db, merchantId, list.request)
      const page = await toPage(
        rows,
        list.request,
        () => countGroups(db, merchantId),
        (row) => [row.name_key, row.id],
      )
      return list.answer(page, presentGroup)
    },
  )

  app.post(
    '/admin/customer-groups',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'createCustomerGroup',
        summary: 'Make a customer group',
        description: `409 if the shop has a group with this name, or ${maxGroups} groups.`,
        body: NewCustomerGroup,
        response: { 201: envelope(CustomerGroup), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentGroup(await createGroup(executor, staff, request.body.name))),
      )
    },
  )

  app.patch(
    '/admin/customer-groups/:id',
    {
      config: { permission: 'orders.write', maxValues: idLists.maxValues },
      schema: {
        tags,
        operationId: 'changeCustomerGroup',
        summary: 'Rename a customer group, add customers or remove them',
        description: 'Omitted fields change nothing.',
        params,
        body: ChangedCustomerGroup,
        response: { 200: envelope(CustomerGroup), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { id } = request.params
      return ok(presentGroup(await changeGroup(deps.shop(staff.merchantId), staff, id, request.body)))
    },
  )

  app.delete(
    '/admin/customer-groups/:id',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'deleteCustomerGroup',
        summary: 'Delete a customer group',
        description: 'Its customers stay.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removeGroup(deps.shop(staff.merchantId), staff, request.params.id)
      return ok({})
    },
  )

  app.put(
    '/admin/customer-groups/:id/customers',
    {
      bodyLimit: idLists.bodyLimit,
      config: { permission: 'orders.write', maxValues: idLists.maxValues },
      schema: {
        tags,
        operationId: 'setCustomersOfGroup',
        summary: 'Set the customers of a group',
        description: 'These in place of those it has. 400 with the field of an id that no customer of the shop has.',
        params,
        body: CustomersOfGroup,
        response: { 200: envelope(CustomerGroup), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { id } = request.params
      return ok(presentGroup(await setCustomers(deps.shop(staff.merchantId), staff, id, request.body.ids)))
    },
  )
}
