import { Type } from 'typebox'
import { emailKey, limitMails } from '#src/modules/identity/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { originOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { acceptInvitation, inviteStaff, readInvitation } from './invitations.ts'
import { changeRole, removeStaff } from './manage-staff.ts'
import { countStaff, selectStaff } from './queries.ts'
import {
  Invitation,
  InvitationAcceptance,
  InvitationToken,
  JoinedMerchant,
  NewStaffMember,
  presentInvitation,
  presentOpenInvitation,
  presentStaffMember,
  StaffChange,
  StaffMember,
} from './schemas.ts'

const tags = ['Staff']
const params = Type.Object({ id: Uuid })

/** Accepting an invitation by its mailed token: a device id, no session. */
export function invitationRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/invitations/read',
    {
      schema: {
        tags,
        operationId: 'readInvitation',
        summary: 'Show an invitation',
        description:
          'Takes the token of the mailed link, which stays valid, to show the invitation before it is accepted.',
        body: InvitationToken,
        response: { 200: envelope(Invitation) },
      },
    },
    async (request) => ok(presentOpenInvitation(await readInvitation(deps.db, request.body.token))),
  )

  app.post(
    '/user/invitations/accept',
    {
      schema: {
        tags,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation to work for a merchant',
        description:
          'Takes the token of the mailed link. An account with a confirmed address keeps its password and needs only ' +
          'the token. Any other account must set a password here (otherwise 400 for `password`, and the token stays ' +
          'valid): its sessions end, and its address counts as confirmed. A missing account is created.',
        body: InvitationAcceptance,
        response: { 200: envelope(JoinedMerchant) },
      },
    },
    async (request) => ok(await acceptInvitation(deps, request.body, originOf(request))),
  )
}

/** Staff of the merchant. */
export function staffRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/staff',
    {
      config: { permission: 'staff.read' },
      schema: {
        tags,
        operationId: 'listStaff',
        summary: 'Members and invitations, oldest first',
        description: 'An invitation has the status `invited` until it is accepted, revoked or a week old.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(StaffMember) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/staff', merchantId], request.query)
      const rows = await selectStaff(deps.db, merchantId, list.request)
      const count = () => countStaff(deps.db, merchantId)
      const page = await toPage(rows, list.request, count, (row) => [row.created_at.toISOString(), row.id])
      return list.answer(page, presentStaffMember)
    },
  )

  app.post(
    '/admin/staff',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'inviteStaff',
        summary: 'Invite somebody to work for the merchant',
        description:
          'Mails a link that works once, for seven days; the role begins when it is used. The answer is the same ' +
          'whether or not the address has an account. The next invitation to the address replaces this one. A member ' +
          'can be invited to become owner; every other change of a role is a PATCH. The role must not have more ' +
          'permissions than the caller. `mail` is `limited` if only a confirmed address gets the mail.',
        body: NewStaffMember,
        response: { 201: envelope(StaffMember), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      await limitMails(deps, emailKey(request.body.email), originOf(request))
      return once({ db: deps.db, seal: deps.seal }, request, reply, 201, async (executor) => {
        const { invitation, isMailed } = await inviteStaff(executor, staffOf(request), request.body, deps.config)
        return ok(presentInvitation(invitation, isMailed))
      })
    },
  )

  app.patch(
    '/admin/staff/:id',
    {
      config: { permission: 'staff.write' },
      schema: {
        tags,
        operationId: 'changeRole',
        summary: 'Change somebody’s role',
        description:
          'Ends the member’s admin sessions here. The role must not have more permissions than the caller, and only ' +
          'owners change owners. The last owner stays owner. A new owner needs an invitation.',
        params,
        body: StaffChange,
        response: { 200: envelope(StaffMember), ...errors('CONFLICT') },
      },
    },
    async (request) =>
      ok(presentStaffMember(await changeRole(deps, staffOf(request), request.params.id, request.body.role))),
  )

  app.delete(
    '/admin/staff/:id',
    {
      config: { permission: 'staff.write', exceptForOwn: 'id' },
      schema: {
        tags,
        operationId: 'removeStaff',
        summary: 'Revoke a role or an invitation, or leave',
        description:
          'Ends the member’s admin sessions here and deletes the API keys they made; the account stays. Every member ' +
          'may leave, except the last owner. Only owners remove owners.',
        params,
        response: { 200: envelope(Type.Object({})), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      await removeStaff(deps, staffOf(request), request.params.id)
      return ok({})
    },
  )
}
