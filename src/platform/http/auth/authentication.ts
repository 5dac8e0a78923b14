import type { FastifyInstance, FastifyRequest } from 'fastify'
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
import type { AccessClaims, ApiKey, Merchant } from './authentication-services.ts'
import { type Auth, claimsOf, identify, identifyKey, isApiKey, makeDeviceId, readDeviceId } from './identify.ts'
import { callerAddress, identifyStorefront, limitCaller } from './storefront-keys.ts'

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
type Principal = { type: 'user'; id: string } | { type: 'api_key'; id: string; name: string }

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
  /** Languages that the client asks for. */
  acceptLanguage?: string | undefined
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
  const acceptLanguage = request.headers['accept-language']
  return { ...actorOf(request), merchant: shopOf(request), isGuest, address: callerAddress(request), acceptLanguage }
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

function principalOf(request: FastifyRequest): Principal {
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
