import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { actorOf, originOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { RecoveryCodes, TwoFactorBegin, TwoFactorConfirm, TwoFactorRemove, TwoFactorSecret } from './schemas.ts'
import { beginTwoFactor, confirmTwoFactor, removeTwoFactor } from './set-up.ts'

const tags = ['Accounts']

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
