import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { guestOf } from '#src/platform/http/auth/identify.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { countGuest } from '../attempts/attempts.ts'
import type { Dependencies } from '../dependencies.ts'
import { createGuest } from '../guests/guests.ts'
import {
  AdminSignedIn,
  Login,
  presentAdminSignIn,
  presentGuest,
  presentSignIn,
  RefreshRequest,
  Register,
  SignedIn,
  TokenPair,
} from '../schemas.ts'
import { refreshSession } from '../sessions/sessions.ts'
import { describeStaff } from '../sessions/staff-role.ts'
import { optionalMerchantId } from './named-merchant.ts'
import { adminLogin, login, prepareRegistration, register } from './sign-in.ts'

const tags = ['Accounts']

/** A device id; merchant-id is optional. */
const merchantOptional = [{ deviceId: [] }, { deviceId: [], merchantId: [] }]
/** A device id, and perhaps the token of a guest. */
const guestOptional = [{ deviceId: [] }, { deviceId: [], accessToken: [] }]

/** Sign-in: a device id, no token. */
export function signInRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/register',
    {
      schema: {
        tags,
        operationId: 'register',
        security: [...merchantOptional, ...guestOptional.slice(1)],
        summary: 'Create an account',
        description:
          'Opens a session and mails a link to confirm the address. `merchant-id` makes the user a customer of that ' +
          'shop. With the `access-token` of a guest, the guest becomes the account and keeps id, carts and orders; ' +
          'that token stays valid. CONFLICT for a guest who has registered already. Other tokens are ignored. `mail` ' +
          'is `limited` if no link was mailed.',
        body: Register,
        response: {
          201: SignedIn,
          ...errors('MERCHANT_ACCESS_DENIED', 'EMAIL_TAKEN', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) => {
      const merchantId = optionalMerchantId(request.headers['merchant-id'])
      const guest = await guestOf(request, deps)
      const registration = await prepareRegistration(deps, request.body, originOf(request))
      return once({ db: deps.db, seal: deps.seal }, request, reply, 201, async (executor) => {
        const { deviceId } = request
        const registered = await register(executor, deps, registration, deviceId, merchantId, guest)
        return presentSignIn(registered.user, registered.tokens, registered.isMailed)
      })
    },
  )

  app.post(
    '/user/guest',
    {
      config: { storefront: true },
      schema: {
        tags,
        operationId: 'createGuest',
        security: merchantOptional,
        summary: 'Shop as a guest',
        description:
          'Opens a session without an account, for catalog, carts, orders and payments. Counts as a registration for ' +
          'the limits of the client address. A guest without orders is erased 30 days after the last use. The ' +
          'session is of the device: with the key of a storefront, `device-id` may be left out, and `device_id` ' +
          'answers one, which later requests send.',
        response: { 201: SignedIn, ...errors('MERCHANT_ACCESS_DENIED', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const merchantId = optionalMerchantId(request.headers['merchant-id'])
      await countGuest(deps, originOf(request))
      return once({ db: deps.db, seal: deps.seal }, request, reply, 201, async (executor) => {
        const { user, tokens } = await createGuest(executor, deps, request.deviceId, merchantId)
        const isMade = request.headers['device-id'] === undefined
        return presentGuest(user, tokens, isMade ? request.deviceId : undefined)
      })
    },
  )

  app.post(
    '/user/login',
    {
      schema: {
        tags,
        operationId: 'login',
        security: guestOptional,
        summary: 'Sign in',
        description:
          'With a second factor: 401 TWO_FACTOR_REQUIRED with `details.challenge` for POST /user/login/two-factor. ' +
          'With the `access-token` of a guest, here and there, the lines of the guest’s carts move to the account, ' +
          'and the guest’s sessions end. Other tokens are ignored.',
        body: Login,
        response: { 200: SignedIn, ...errors('INVALID_CREDENTIALS', 'TWO_FACTOR_REQUIRED') },
      },
    },
    async (request) => {
      const { user, tokens } = await login(deps, request.body, originOf(request), await guestOf(request, deps))
      return presentSignIn(user, tokens)
    },
  )

  app.post(
    '/admin/login',
    {
      schema: {
        tags,
        operationId: 'adminLogin',
        security: merchantOptional,
        summary: 'Sign in as staff of a merchant',
        description:
          'A user who works for several merchants names one in `merchant-id`; without it MERCHANT_ACCESS_DENIED ' +
          'lists them in `details.merchants`. The e-mail address must be confirmed. With a second factor: as POST ' +
          '/user/login.',
        body: Login,
        response: {
          200: AdminSignedIn,
          ...errors('INVALID_CREDENTIALS', 'TWO_FACTOR_REQUIRED', 'INSUFFICIENT_PERMISSIONS', 'MERCHANT_ACCESS_DENIED'),
        },
      },
    },
    async (request) => {
      const merchantId = optionalMerchantId(request.headers['merchant-id'])
      const { user, tokens, staff } = await adminLogin(deps, request.body, originOf(request), merchantId)
      return presentAdminSignIn(user, tokens, await describeStaff(deps, staff))
    },
  )

  app.post(
    '/user/token/refresh',
    {
      schema: {
        tags,
        operationId: 'refreshToken',
        summary: 'Exchange a refresh token for a new pair',
        description:
          'Spends the refresh token. The last spent token, sent again from its device within 30 s, gets the same ' +
          'pair again, for another tab or after a lost answer. Any other spent token revokes the session.',
        body: RefreshRequest,
        response: { 200: envelope(TokenPair), ...errors('UNAUTHORIZED') },
      },
    },
    async (request) => ok(await refreshSession(deps.db, deps, request.body.refresh_token, request.deviceId)),
  )
}
