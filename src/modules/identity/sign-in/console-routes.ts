import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { ok } from '#src/platform/http/envelope.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { Login } from '../schemas.ts'
import { endSessionOf, refreshSession, type TokenPair } from '../sessions/sessions.ts'
import { describeStaff } from '../sessions/staff-role.ts'
import { TwoFactorLogin } from '../two-factor/schemas.ts'
import { optionalMerchantId } from './named-merchant.ts'
import { adminLogin } from './sign-in.ts'
import { finishSignIn } from './sign-in-challenge.ts'

const path = '/console/session'
const cookieName = 'console_session'
/** Maximum age of the cookie: no session lives longer. */
const cookieSeconds = 90 * 86_400

/**
 * The console's session: that of POST /admin/login, with the refresh token in a cookie that scripts cannot read and
 * that is sent to these paths only. Not part of the contract: other clients hold their refresh token themselves.
 */
export function consoleSessionRoutes(app: App, deps: Dependencies): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => requireOwnPage(request))

    scope.post<{ Body: Static<typeof Login> }>(
      path,
      { schema: { hide: true, body: Login } },
      async (request, reply) => {
        const merchantId = optionalMerchantId(request.headers['merchant-id'])
        const { tokens, staff } = await adminLogin(deps, request.body, originOf(request), merchantId)
        return answer(deps, request, reply, tokens, staff)
      },
    )

    scope.post<{ Body: Static<typeof TwoFactorLogin> }>(
      `${path}/two-factor`,
      { schema: { hide: true, body: TwoFactorLogin } },
      async (request, reply) => {
        const { tokens, staff } = await finishSignIn(deps, request.body, originOf(request))
        if (staff === undefined)
          throw new AppError('UNAUTHORIZED', 'this challenge is not from an admin sign-in; sign in again')
        return answer(deps, request, reply, tokens, staff)
      },
    )

    scope.post(`${path}/refresh`, { schema: { hide: true } }, async (request, reply) => {
      const tokens = await refreshSession(deps.db, deps, readCookie(request), request.deviceId)
      const { merchantId, role } = deps.tokens.verify(tokens.access_token) ?? {}
      if (merchantId === undefined || role === undefined) {
        throw new AppError('UNAUTHORIZED', 'the session is not an admin session')
      }
      return answer(deps, request, reply, tokens, { merchantId, role })
    })

    scope.delete(path, { schema: { hide: true } }, async (request, reply) => {
      await endSessionOf(deps.db, deps.revocations, readCookie(request))
      setCookie(request, reply, '', 0)
      return ok({})
    })
  })
}

async function answer(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { access_token, expires_in, refresh_token }: TokenPair,
  staff: { merchantId: string; role: Role },
) {
  const { merchantId, roleName, permissions } = await describeStaff(deps, staff)
  setCookie(request, reply, refresh_token, cookieSeconds)
  return ok({ access_token, expires_in, merchant_id: merchantId, role: roleName, permissions })
}

/** Plain HTTP is for development on this machine, and some browsers keep no `Secure` cookie there. */
function setCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
  )
}

function readCookie({ headers }: FastifyRequest): string {
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? []
  const value = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
  if (!value) throw new AppError('MISSING_TOKEN', 'there is no session; sign in')
  return value
}

/** `SameSite` lets other hosts of the same site through; the origin does not. Every browser sends it with these. */
function requireOwnPage({ headers, host }: FastifyRequest): void {
  const { origin } = headers
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === host) return
  throw new AppError(
    'INSUFFICIENT_PERMISSIONS',
    'only the console of this service uses this; others: POST /admin/login',
  )
}
