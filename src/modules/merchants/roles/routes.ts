import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { createRole, deleteRole, updateRole } from './manage-roles.ts'
import { countRoles, selectRoles } from './queries.ts'
import { ChangedRole, NewRole, presentRole, Role } from './schemas.ts'

const tags = ['Staff']
const params = Type.Object({ id: Type.String({ maxLength: 100, description: 'Id of a role in the list.' }) })

/** Roles that the staff of the merchant can have. */
export function roleRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/roles',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'listRoles',
        summary: 'Roles: the built-in ones, then the shop’s own by name',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Role) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/roles', merchantId], request.query)
      const rows = await selectRoles(deps.db, merchantId, list.request)
      const count = () => countRoles(deps.db, merchantId)
      const page = await toPage(rows, list.request, count, (row) => [row.place, row.name_key])
      return list.answer(page, presentRole)
    },
  )

  app.post(
    '/admin/roles',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'createRole',
        summary: 'Make a role of the shop’s own',
        description: 'Each of `permissions` must be one that the caller has.',
        body: NewRole,
        response: { 201: envelope(Role), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) =>
      once({ db: deps.db, seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentRole(await createRole(executor, staffOf(request), request.body))),
      ),
  )

  app.patch(
    '/admin/roles/:id',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'updateRole',
        summary: 'Change a role of the shop’s own',
        description:
          'Takes effect within a second for all its members and their API keys; their sessions continue. Added ' +
          'permissions must be ones that the caller has. CONFLICT for a built-in role.',
        params,
        body: ChangedRole,
        response: { 200: envelope(Role), ...errors('CONFLICT') },
      },
    },
    async (request) => ok(presentRole(await updateRole(deps, staffOf(request), request.params.id, request.body))),
  )

  app.delete(
    '/admin/roles/:id',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'deleteRole',
        summary: 'Delete a role of the shop’s own',
        description: 'CONFLICT for a role with members or invitations, with their number in `details`.',
        params,
        response: { 200: envelope(Type.Object({})), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      await deleteRole(deps, staffOf(request), request.params.id)
      return ok({})
    },
  )
}
