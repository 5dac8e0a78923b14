import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { actorOf, originOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { AccountDeletion, Profile, ProfileChange, presentProfile, Session } from '../schemas.ts'
import { countSessions, selectSessions } from '../sessions/queries.ts'
import { endAllSessions, endOwnSession, endSession } from '../sessions/sessions.ts'
import { changeProfile, deleteAccount, readProfile } from './profile.ts'

const tags = ['Accounts']

/** The signed-in user's own account. */
export function accountRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/user/profile',
    {
      schema: {
        tags,
        operationId: 'getProfile',
        summary: 'The signed-in user',
        description: 'Current data, not those at sign-in.',
        response: { 200: envelope(Profile) },
      },
    },
    async (request) => ok(presentProfile(await readProfile(deps, actorOf(request)))),
  )

  app.patch(
    '/user/profile',
    {
      schema: {
        tags,
        operationId: 'changeProfile',
        summary: 'Change name, phone or e-mail address',
        description:
          'Omitted fields keep their value, `null` clears. A new e-mail address needs `current_password` ' +
          '(INVALID_CREDENTIALS if it is wrong) and stays `pending_email` until its mailed token is used at POST ' +
          '/user/verify-email. The current address gets a token that undoes the change for seven days, at POST ' +
          '/user/email-change/undo. Sending the current address cancels a pending one. `mail` is `limited` if no ' +
          'token was mailed to the new address: send it again later.',
        body: ProfileChange,
        response: { 200: envelope(Profile), ...errors('EMAIL_TAKEN', 'CONFLICT', 'INVALID_CREDENTIALS') },
      },
    },
    async (request) => {
      const { profile, isMailed } = await changeProfile(deps, actorOf(request), request.body, originOf(request))
      return ok(presentProfile(profile, isMailed))
    },
  )

  app.delete(
    '/user/profile',
    {
      schema: {
        tags,
        operationId: 'deleteAccount',
        summary: 'Delete the account',
        description:
          'Erases all personal data, ends all sessions, keeps the orders. Refused for the last owner of a merchant. ' +
          'A wrong current password is INVALID_CREDENTIALS.',
        body: AccountDeletion,
        response: { 200: envelope(Type.Object({})), ...errors('CONFLICT', 'INVALID_CREDENTIALS') },
      },
    },
    async (request) => {
      await deleteAccount(deps, actorOf(request), request.body.current_password, originOf(request))
      return ok({})
    },
  )

  app.post(
    '/user/logout',
    {
      schema: {
        tags,
        operationId: 'logout',
        summary: 'End this session',
        description: 'Its access token and its refresh token stop working at once, in every process within a second.',
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      await endOwnSession(deps.db, deps.revocations, actorOf(request))
      return ok({})
    },
  )

  app.post(
    '/user/logout-everywhere',
    {
      schema: {
        tags,
        operationId: 'logoutEverywhere',
        summary: 'End every session of the user, this one included',
        description: 'For a lost device: all tokens of the account stop working within a second.',
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      await endAllSessions(deps, actorOf(request).userId)
      return ok({})
    },
  )

  app.get(
    '/user/sessions',
    {
      schema: {
        tags,
        operationId: 'listSessions',
        summary: 'Sessions of the user, newest first',
        description: 'Sessions that have not ended, with device and last use. `current` is the one that asks.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Session) },
      },
    },
    async (request) => {
      const { userId, sessionId } = actorOf(request)
      const list = paginate(deps, ['/user/sessions', userId], request.query)
      const rows = await selectSessions(deps.db, userId, list.request)
      const page = await toPage(
        rows,
        list.request,
        () => countSessions(deps.db, userId),
        (row) => [row.id],
      )
      return list.answer(page, (row) => ({
        id: row.id,
        device_id: row.device_id,
        current: row.id === sessionId,
        merchant_id: row.merchant_id,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      }))
    },
  )

  app.delete(
    '/user/sessions/:id',
    {
      schema: {
        tags,
        operationId: 'revokeSession',
        summary: 'End one of the user’s sessions',
        description: 'It stops working at once, in every process within a second.',
        params: Type.Object({ id: Uuid }),
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      await endSession(deps.db, deps.revocations, actorOf(request).userId, request.params.id)
      return ok({})
    },
  )
}
