import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { actorOf, guestOf, originOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { AdminSignedIn, presentAdminSignIn, presentSignIn, SignedIn } from '../schemas.ts'
import { describeStaff } from '../sessions/staff-role.ts'
import {
  RecoveryCodes,
  TwoFactorBegin,
  TwoFactorConfirm,
  TwoFactorLogin,
  TwoFactorRemove,
  TwoFactorSecret,
} from './schemas.ts'
import { beginTwoFactor, confirmTwoFactor, removeTwoFactor } from './set-up.ts'
import { finishSignIn } from './sign-in-challenge.ts'

const tags = ['Accounts']

/** The second step of a sign-in: a device id, no token. */
export function twoFactorSignInRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/login/two-factor',
    {
      schema: {
        tags,
        operationId: 'finishLogin',
        security: [{ deviceId: [] }, { deviceId: [], accessToken: [] }],
        summary: 'Finish a sign-in with the second factor',
        description:
          'Takes the challenge of TWO_FACTOR_REQUIRED, on the same device, within five minutes and five tries. The ' +
          'answer is that of the sign-in; the `access-token` of a guest has the same effect as in POST /user/login. ' +
          'INVALID_CREDENTIALS for a wrong code; after UNAUTHORIZED sign in again.',
        body: TwoFactorLogin,
        response: { 200: Type.Union([AdminSignedIn, SignedIn]), ...errors('UNAUTHORIZED', 'INVALID_CREDENTIALS') },
      },
    },
    async (request) => {
      const { user, tokens, staff } = await finishSignIn(
        deps,
        request.body,
        originOf(request),
        await guestOf(request, deps),
      )
      if (staff === undefined) return presentSignIn(user, tokens)
      return presentAdminSignIn(user, tokens, await describeStaff(deps, staff))
    },
  )
}

/** The signed-in user's second factor. */
export function twoFactorRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/two-factor',
    {
      schema: {
        tags,
        operationId: 'beginTwoFactor',
        summary: 'Begin to set up a second factor',
        description:
          'Returns a secret for an authenticator app (TOTP, RFC 6238), which replaces an earlier unconfirmed one. ' +
          '`current_password` is optional within 15 minutes after the sign-in.',
        body: TwoFactorBegin,
        response: { 200: envelope(TwoFactorSecret), ...errors('TWO_FACTOR_ACTIVE', 'CONFLICT', 'INVALID_CREDENTIALS') },
      },
    },
    async (request) =>
      ok(await beginTwoFactor(deps, actorOf(request), request.body.current_password, originOf(request))),
  )

  app.post(
    '/user/two-factor/confirm',
    {
      schema: {
        tags,
        operationId: 'confirmTwoFactor',
        summary: 'Switch the second factor on with a first code',
        description: 'Ends every other session. From now on every sign-in needs a code.',
        body: TwoFactorConfirm,
        response: {
          200: envelope(RecoveryCodes),
          ...errors('NOT_FOUND', 'CONFLICT', 'TWO_FACTOR_ACTIVE', 'INVALID_CREDENTIALS'),
        },
      },
    },
    async (request) => ok(await confirmTwoFactor(deps, actorOf(request), request.body.code, originOf(request))),
  )

  app.delete(
    '/user/two-factor',
    {
      schema: {
        tags,
        operationId: 'removeTwoFactor',
        summary: 'Switch the second factor off',
        description: 'Deletes the secret and the recovery codes.',
        body: TwoFactorRemove,
        response: { 200: envelope(Type.Object({})), ...errors('NOT_FOUND', 'CONFLICT', 'INVALID_CREDENTIALS') },
      },
    },
    async (request) => {
      await removeTwoFactor(deps, actorOf(request), request.body, originOf(request))
      return ok({})
    },
  )
}
