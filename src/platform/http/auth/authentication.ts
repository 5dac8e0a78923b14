import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { byRequest, type Cause } from '#src/platform/lib/cause.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import {
  lacksPermission,
  limitedTo,
  noPermissions,
  type Permission,
  type Permissions,
  type Role,
} from '#src/platform/lib/permissions.ts'
import { clientAddress, limitRequest, limitTogether, type RateLimiter } from '../overload/rate-limit.ts'
import type { AccessClaims, ApiKey, AuthenticationServices, Merchant } from './authentication-services.ts'
import { callerAddress, identifyStorefront, keyPrefixes, limitCaller, limitServer } from './storefront-keys.ts'

/**
 * Authentication belongs to the scope in which a route is registered, so that no route can forget it. The checks run in
 * the specified order: token missing, token invalid, device, permission, merchant; then the request itself.
 */

/** Where a request comes from. */
export interface Origin {
  /** What limits count: the client address, of IPv6 a /64. */
  address: string
  deviceId: string
  ip: string
  requestId: string
  /** The shop at which it says it is: that of its storefront's key, else `merchant-id`, which nobody has looked up. */
  merchantId: string | undefined
}

/** The principal of a request: a user, or an API key. Records of changes name it. */
export type Principal = { type: 'user'; id: string } | { type: 'api_key'; id: string; name: string }

/** A signed-in user. */
export interface Actor {
  userId: string
  sessionId: string
}

/** A signed-in user at a merchant's shop. */
export interface Shopper extends Actor {
  merchant: Merchant
  /** A guest, or somebody who has registered since this token was made. */
  isGuest: boolean
  /** Client address, as the rate limit counts it. */
  address: string
}

/** A staff member, acting for the merchant of the session, or an API key of theirs. */
export interface Staff {
  userId: string
  merchantId: string
  role: Role
  /** Permissions of the role; for an API key only those of its own list. */
  permissions: Permissions
  principal: Principal
  /** Actor and request, for the audit log. */
  cause: Cause
}

declare module 'fastify' {
  interface FastifyRequest {
    deviceId: string
    claims: AccessClaims | null
    apiKey: ApiKey | null
    principal: Principal | null
    merchant: Merchant | null
    /** Of a request of staff. */
    permissions: Permissions | null
  }
  interface FastifyContextConfig {
    /** The permission an admin route requires. */
    permission?: Permission
    /** Each of these is enough, too. */
    orPermissions?: readonly Permission[]
    /** A path parameter: the user it names needs a role instead of the permission. */
    exceptForOwn?: string
  }
}

type Auth = AuthenticationServices & { limiter: RateLimiter }

/** Scope of sign-in routes: a device id, no token; guests also by the key of a storefront, which needs no device id. */
export function requireDevice(scope: FastifyInstance, auth: Auth): void {
  scope.addHook('onRequest', async (request, reply) => {
    await identifyStorefront(request, reply, auth)
    if (request.storefront === null) await limitCaller(request, reply, auth.limiter)
    const isMade = request.storefront !== null && request.headers['device-id'] === undefined
    request.deviceId = isMade ? makeDeviceId(request) : readDeviceId(request)
  })
}

/** Scope of user routes: a live session on this device, or the key of a storefront. */
export function requireUser(scope: FastifyInstance, auth: Auth): void {
  scope.addHook('onRequest', (request, reply) => identify(request, reply, auth))
}

/** Scope of order and cart routes: a user, at any merchant that exists; or the key of a storefront, at its own. */
export function requireShopper(scope: FastifyInstance, auth: Auth): void {
  scope.addHook('onRequest', async (request, reply) => {
    await identify(request, reply, auth)
    const id = request.storefront?.merchantId ?? request.headers['merchant-id']
    if (id === undefined) throw new AppError('MERCHANT_ACCESS_DENIED', 'the merchant-id header is missing')
    const merchant = typeof id === 'string' && isUuid(id) ? await auth.merchants.find(id.toLowerCase()) : undefined
    if (merchant === undefined) throw new AppError('MERCHANT_ACCESS_DENIED', 'merchant-id is not the id of a shop')
    request.merchant = merchant
  })
}

/**
 * Scope of admin routes: an admin session whose role has the route's permission, used for its own merchant, with a
 * second factor where the merchant requires one.
 */
export function requireStaff(scope: FastifyInstance, auth: Auth): void {
  scope.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.permission) throw new Error(`admin route ${method} ${url} names no permission`)
  })
  scope.addHook('onRequest', async (request, reply) => {
    const token = request.headers['access-token']
    if (isApiKey(token)) await identifyKey(token, request, reply, auth)
    else await identify(request, reply, auth)
    const { role, merchantId: own, userId } = request.apiKey ?? claimsOf(request)
    request.permissions = await permissionsOfCaller(request, auth)
    const leaves = role !== undefined && isOwn(request)
    const { permission, orPermissions = [] } = request.routeOptions.config
    const isEnough = orPermissions.some((one) => request.permissions?.has(one))
    if (!leaves && !isEnough) requirePermission(request, permission as Permission)
    const merchantId = request.headers['merchant-id']
    if (merchantId === undefined) throw new AppError('MERCHANT_ACCESS_DENIED', 'the merchant-id header is missing')
    if (typeof merchantId !== 'string' || merchantId.toLowerCase() !== own) {
      throw new AppError('MERCHANT_ACCESS_DENIED', 'merchant-id is not the merchant of this admin session or API key')
    }
    if (!leaves && (await auth.twoFactorPolicy.lacksFactor({ merchantId: own, userId }))) {
      const message = 'this merchant requires two factors of its staff: set yours up with POST /user/two-factor'
      throw new AppError('TWO_FACTOR_SETUP_REQUIRED', message)
    }
  })
}

/**
 * Checks the permission of a route, or of a field that needs more than its route. @throws AppError
 * INSUFFICIENT_PERMISSIONS
 */
export function requirePermission(request: FastifyRequest, permission: Permission): void {
  if (!request.permissions?.has(permission)) throw lacksPermission(permission)
}

/** Current permissions of the role; for an API key only those of its own list. */
async function permissionsOfCaller(request: FastifyRequest, { roles }: Auth): Promise<Permissions> {
  const { role, merchantId } = request.apiKey ?? claimsOf(request)
  if (role === undefined || merchantId === undefined) return noPermissions
  const ofRole = await roles.permissionsOf(merchantId, role)
  return request.apiKey ? limitedTo(ofRole, request.apiKey.permissions) : ofRole
}

function isOwn(request: FastifyRequest): boolean {
  const { exceptForOwn } = request.routeOptions.config
  if (exceptForOwn === undefined) return false
  const id = (request.params as Record<string, string>)[exceptForOwn]
  const principal = principalOf(request)
  return principal.type === 'user' && id?.toLowerCase() === principal.id
}

export function actorOf(request: FastifyRequest): Actor {
  const { userId, sessionId } = claimsOf(request)
  return { userId, sessionId }
}

export function shopperOf(request: FastifyRequest): Shopper {
  const { isGuest = false } = claimsOf(request)
  return { ...actorOf(request), merchant: shopOf(request), isGuest, address: callerAddress(request) }
}

/** The merchant at whose shop somebody is. */
export function shopOf({ merchant }: FastifyRequest): Merchant {
  if (merchant === null) throw new Error('this route stands outside the shopper scope')
  return merchant
}

export function staffOf(request: FastifyRequest): Staff {
  const principal = principalOf(request)
  const cause = byRequest(principal, originOf(request))
  const { userId, merchantId, role } = request.apiKey ?? claimsOf(request)
  if (merchantId === undefined || role === undefined) throw new Error('this route stands outside the staff scope')
  return { userId, merchantId, role, permissions: request.permissions ?? noPermissions, principal, cause }
}

export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('this route stands outside every authenticated scope')
  return request.principal
}

export function originOf(request: FastifyRequest): Origin {
  const { ip, id: requestId, deviceId, storefront, storefrontServer } = request
  const named = request.headers['merchant-id']
  const ofHeader = typeof named === 'string' && isUuid(named) ? named.toLowerCase() : undefined
  const merchantId = storefront?.merchantId ?? storefrontServer?.merchantId ?? ofHeader
  return { address: callerAddress(request), deviceId, ip, requestId, merchantId }
}

/**
 * Authenticates, then counts for the rate limit: by session, so that customers behind one address do not share a limit;
 * by address if authentication failed.
 */
async function identify(request: FastifyRequest, reply: FastifyReply, auth: Auth): Promise<void> {
  await identifyStorefront(request, reply, auth)
  if (request.storefront !== null) return
  try {
    await authenticate(request, auth)
  } catch (error) {
    await limitCaller(request, reply, auth.limiter)
    throw error
  }
  const { sessionId, isGuest = false } = claimsOf(request)
  await limitRequest(auth.limiter, sessionId, reply)
  await limitServer(request, auth.limiter)
  if (isGuest) await limitGuests(request, auth.limiter)
}

/** How many times the limit of one session the guests of one client address have together. */
const guestShare = 2

/**
 * An address can open guests all the time, each with a session of its own. A server that names no shopper brings those
 * of all its visitors.
 */
async function limitGuests(request: FastifyRequest, limiter: RateLimiter): Promise<void> {
  const { storefrontServer: server, shopperAddress } = request
  if (server !== null && shopperAddress === null) return
  const limit = limiter.usualLimit * guestShare
  await limitTogether(limiter, { key: `guests of ${callerAddress(request)}`, limit, of: 'guests_of_address' })
}

/** The same for an API key, which needs no device. Its requests are counted apart from those of its maker. */
async function identifyKey(key: string, request: FastifyRequest, reply: FastifyReply, auth: Auth): Promise<void> {
  // A look-up may cost a statement, so unknown clients are counted first.
  if (!auth.apiKeys.isFamiliar(key)) await limitRequest(auth.limiter, clientAddress(request.ip), reply)
  const found = await auth.apiKeys.find(key)
  if (found?.kind !== 'admin') throw new AppError('UNAUTHORIZED', 'the API key is unknown, revoked or has expired')
  request.apiKey = found
  request.principal = { type: 'api_key', id: found.id, name: found.name }
  await limitRequest(auth.limiter, found.id, reply)
}

async function authenticate(request: FastifyRequest, { tokens, revocations, staffActivity }: Auth): Promise<void> {
  const token = request.headers['access-token']
  if (typeof token !== 'string' || token === '')
    throw new AppError('MISSING_TOKEN', 'the access-token header is missing')
  if (isApiKey(token)) throw new AppError('UNAUTHORIZED', 'API keys work for /admin only; sign in for this')
  const claims = tokens.verify(token)
  if (claims === undefined) throw new AppError('UNAUTHORIZED', 'the access token is invalid or has expired')
  if (await isRevoked(revocations, claims)) throw new AppError('UNAUTHORIZED', 'the session has ended')
  const deviceId = readDeviceId(request)
  if (!tokens.isForDevice(claims, deviceId)) refuseDevice()
  if (claims.role !== undefined && !(await staffActivity.use(claims.sessionId)))
    throw new AppError('UNAUTHORIZED', 'the session has ended after a long time without use')
  request.deviceId = deviceId
  request.claims = claims
  request.principal = { type: 'user', id: claims.userId }
}

/**
 * The guest whose session a registration or sign-in continues. Other tokens and invalid ones are ignored there. @throws
 * AppError INVALID_DEVICE for the token of a guest on another device
 */
export async function guestOf(
  request: FastifyRequest,
  { tokens, revocations }: Pick<AuthenticationServices, 'tokens' | 'revocations'>,
): Promise<Actor | undefined> {
  const token = request.headers['access-token']
  const claims = typeof token === 'string' && token !== '' ? tokens.verify(token) : undefined
  if (!claims?.isGuest || (await isRevoked(revocations, claims))) return undefined
  if (!tokens.isForDevice(claims, request.deviceId)) refuseDevice()
  return { userId: claims.userId, sessionId: claims.sessionId }
}

async function isRevoked(revocations: AuthenticationServices['revocations'], { sessionId }: AccessClaims) {
  return revocations.isRevoked(sessionId) ?? (await revocations.isRevokedNow(sessionId))
}

function refuseDevice(): never {
  throw new AppError('INVALID_DEVICE', 'the session belongs to another device')
}

function isApiKey(token: unknown): token is string {
  return typeof token === 'string' && token.startsWith(keyPrefixes.admin)
}

function claimsOf(request: FastifyRequest): AccessClaims {
  if (request.claims === null) throw new Error('this route stands outside every authenticated scope')
  return request.claims
}

/**
 * For a storefront that has none yet. A repeated request would get another one, so idempotency needs the client's own.
 * @throws AppError INVALID_DEVICE
 */
function makeDeviceId({ headers }: FastifyRequest): string {
  if (headers['idempotency-key'] === undefined) return randomBytes(24).toString('base64url')
  throw new AppError('INVALID_DEVICE', 'the device-id header is missing; an idempotency-key needs one')
}

/** 1 to 200 printable characters. */
function readDeviceId(request: FastifyRequest): string {
  const deviceId = request.headers['device-id']
  if (typeof deviceId !== 'string' || deviceId === '')
    throw new AppError('INVALID_DEVICE', 'the device-id header is missing')
  if (deviceId.length > 200 || !/^[\x20-\x7e\u00a0-\u00ff]+$/.test(deviceId)) {
    throw new AppError('INVALID_DEVICE', 'device-id must be 1 to 200 printable characters')
  }
  return deviceId
}
