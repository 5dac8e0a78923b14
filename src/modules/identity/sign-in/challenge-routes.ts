import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { guestOf } from '#src/platform/http/auth/identify.ts'
import { errors } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { AdminSignedIn, presentAdminSignIn, presentSignIn, SignedIn } from '../schemas.ts'
import { describeStaff } from '../sessions/staff-role.ts'
import { TwoFactorLogin } from '../two-factor/schemas.ts'
import { finishSignIn } from './sign-in-challenge.ts'

/** The second step of a sign-in: a device id, no token. */
export function twoFactorSignInRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/login/two-factor',
    {
      schema: {
        tags: ['Accounts'],
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
