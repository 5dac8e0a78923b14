import type { FastifyRequest } from 'fastify'
import { limitedTo, type Permissions } from '#src/platform/lib/permissions.ts'
import type { AuthenticationServices } from './authentication-services.ts'

type Auth = Omit<AuthenticationServices, 'merchants' | 'staffActivity'>

/**
 * What a caller of staff may do by now, of a request whose answer is still being sent. Undefined once the request would
 * be refused: the token has expired, the session has ended, the key is revoked, or a second factor is required. It is
 * no use of the session.
 */
export async function permissionsNow(
  { headers, apiKey, claims }: Pick<FastifyRequest, 'headers' | 'apiKey' | 'claims'>,
  auth: Auth,
): Promise<Permissions | undefined> {
  const token = String(headers['access-token'])
  const caller = apiKey === null ? auth.tokens.verify(token) : await adminKey(token, auth)
  if (caller?.merchantId === undefined || caller.role === undefined) return undefined
  if (claims !== null && (await hasEnded(claims.sessionId, auth))) return undefined
  const { merchantId, userId, role } = caller
  if (await auth.twoFactorPolicy.lacksFactor({ merchantId, userId })) return undefined
  const ofRole = await auth.roles.permissionsOf(merchantId, role)
  return 'permissions' in caller ? limitedTo(ofRole, caller.permissions) : ofRole
}

async function adminKey(token: string, { apiKeys }: Pick<Auth, 'apiKeys'>) {
  const key = await apiKeys.find(token)
  return key?.kind === 'admin' ? key : undefined
}

async function hasEnded(sessionId: string, { revocations }: Pick<Auth, 'revocations'>): Promise<boolean> {
  return revocations.isRevoked(sessionId) ?? (await revocations.isRevokedNow(sessionId))
}
