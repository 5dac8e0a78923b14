import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/idempotency.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/pagination.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { addStaff, changeRole, removeStaff } from './manage-staff.ts'
import { selectStaff } from './queries.ts'
import { NewStaffMember, presentStaffMember, StaffChange, StaffMember } from './schemas.ts'

const tags = ['Staff']
const params = Type.Object({ user_id: Uuid })

/** Staff of the merchant: readable by all of them, changed by owners. */
export function staffRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/staff',
    {
      config: { permission: 'staff.read' },
      schema: {
        tags,
        operationId: 'listStaff',
        summary: 'Staff, in the order they came',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(StaffMember) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps.cursors, ['/admin/staff', merchantId], request.query)
      const { rows, total } = await selectStaff(deps.db, merchantId, list.request)
      return list.answer(
        toPage(rows, list.request.limit, total, (row) => [row.created_at.toISOString(), row.user_id]),
        presentStaffMember,
      )
    },
  )

  app.post(
    '/admin/staff',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'addStaff',
        summary: 'Give somebody a role',
        description: 'An address without an account gets one, with a mailed link to set its password. For owners only.',
        body: NewStaffMember,
        response: { 201: envelope(StaffMember), ...errors(409, 422) },
      },
    },
    async (request, reply) => {
      const merchant = await deps.merchants.find(staffOf(request).merchantId)
      if (merchant === undefined) throw notFound('merchant')
      return once(deps, request, reply, 201, async (executor) =>
        ok(presentStaffMember(await addStaff(executor, merchant, request.body))),
      )
    },
  )

  app.patch(
    '/admin/staff/:user_id',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'changeRole',
        summary: 'Change somebody’s role',
        description: 'Ends their admin sessions here. The last owner stays owner.',
        params,
        body: StaffChange,
        response: { 200: envelope(StaffMember), ...errors(409) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentStaffMember(await changeRole(deps, merchantId, request.params.user_id, request.body.role)))
    },
  )

  app.delete(
    '/admin/staff/:user_id',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'removeStaff',
        summary: 'Take somebody’s role away',
        description: 'Ends their admin sessions here; the account stays. The last owner cannot be removed.',
        params,
        response: { 200: envelope(Type.Object({})), ...errors(409) },
      },
    },
    async (request) => {
      await removeStaff(deps, staffOf(request).merchantId, request.params.user_id)
      return ok({})
    },
  )
}
