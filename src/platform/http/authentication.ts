import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { isAllowed, type Permission, type Role } from '#src/platform/lib/permissions.ts'
import { clientAddress, limitRequest, type RateLimiter } from './rate-limit.ts'

/**
 * Who asks. Authentication belongs to the scope a route is registered in, not to the route: whatever stands inside has it.
 * The checks run in the specified order: token missing, token invalid, device, permission, merchant; then the request.
 */

/** What an access token says. Nobody but this service reads it. */
export interface AccessClaims {
  userId: string
  sessionId: string
  /** Hash of the device id the session was opened on: the token alone does not give the device away. */
  device: string
  /** Set in an admin session: the one merchant it is for, and the role it was opened with. */
  merchantId?: string
  role?: Role
}

/** The identity module's part: reading tokens. */
export interface TokenVerifier {
  /** The claims of a genuine token that has not expired; undefined for anything else. */
  verify(token: string): AccessClaims | undefined
  /** Whether the session was opened on this device. */
  isForDevice(claims: AccessClaims, deviceId: string): boolean
}

/** The identity module's part: sessions that ended before their tokens did. */
export interface RevocationList {
  /** Undefined while the list may be out of date: then ask the database (`isRevokedNow`). */
  isRevoked(sessionId: string): boolean | undefined
  isRevokedNow(sessionId: string): Promise<boolean>
}

export interface Merchant {
  id: string
  name: string
  currency: string
}

/** What checks a request's credentials. */
export interface AuthenticationServices {
  tokens: TokenVerifier
  revocations: RevocationList
  /** The merchants module's part. */
  merchants: { find(id: string): Promise<Merchant | undefined> }
}

/** Where a request comes from: a client address (a /64 for IPv6) and a device. */
export interface Origin {
  address: string
  deviceId: string
}

/** A signed-in user. */
export interface Actor {
  userId: string
  sessionId: string
}

/** A signed-in user at a merchant's shop. */
export interface Shopper extends Actor {
  merchant: Merchant
}

/** Staff at work for the merchant of their session. */
export interface Staff extends Actor {
  merchantId: string
  role: Role
}

declare module 'fastify' {
  interface FastifyRequest {
    deviceId: string
    claims: AccessClaims | null
    merchant: Merchant | null
  }
  interface FastifyContextConfig {
    /** What an admin route asks of its caller's role. */
    permission?: Permission
  }
}

type Auth = AuthenticationServices & { limiter: RateLimiter }

/** Scope of sign-in routes: a device id, no token. */
export function requireDevice(scope: FastifyInstance, { limiter }: Auth): void {
  scope.addHook('onRequest', async (request, reply) => {
    limitRequest(limiter, clientAddress(request.ip), reply)
    request.deviceId = readDeviceId(request)
  })
}

/** Scope of user routes: a live session on this device. */
export function requireUser(scope: FastifyInstance, auth: Auth): void {
  scope.addHook('onRequest', (request, reply) => identify(request, reply, auth))
}

/** Scope of order and cart routes: a user, at any merchant that exists. */
export function requireShopper(scope: FastifyInstance, auth: Auth): void {
  scope.addHook('onRequest', async (request, reply) => {
    await identify(request, reply, auth)
    const id = request.headers['merchant-id']
    const merchant = typeof id === 'string' && isUuid(id) ? await auth.merchants.find(id.toLowerCase()) : undefined
    if (merchant === undefined) throw new AppError('MERCHANT_ACCESS_DENIED', 'merchant-id names no merchant')
    request.merchant = merchant
  })
}

/** Scope of admin routes: an admin session whose role has the route's permission, used for its own merchant. */
export function requireStaff(scope: FastifyInstance, auth: Auth): void {
  scope.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.permission) throw new Error(`admin route ${method} ${url} names no permission`)
  })
  scope.addHook('onRequest', async (request, reply) => {
    await identify(request, reply, auth)
    const claims = claimsOf(request)
    const permission = request.routeOptions.config.permission as Permission
    if (claims.role === undefined || !isAllowed(claims.role, permission)) {
      throw new AppError('INSUFFICIENT_PERMISSIONS', `this needs the permission ${permission}`, {
        details: { required_permission: permission },
      })
    }
    const merchantId = request.headers['merchant-id']
    if (typeof merchantId !== 'string' || merchantId.toLowerCase() !== claims.merchantId) {
      throw new AppError('MERCHANT_ACCESS_DENIED', 'merchant-id is not the merchant of this admin session')
    }
  })
}

export function actorOf(request: FastifyRequest): Actor {
  const { userId, sessionId } = claimsOf(request)
  return { userId, sessionId }
}

export function shopperOf(request: FastifyRequest): Shopper {
  if (request.merchant === null) throw new Error('this route stands outside the shopper scope')
  return { ...actorOf(request), merchant: request.merchant }
}

export function staffOf(request: FastifyRequest): Staff {
  const { merchantId, role } = claimsOf(request)
  if (merchantId === undefined || role === undefined) throw new Error('this route stands outside the staff scope')
  return { ...actorOf(request), merchantId, role }
}

/** Where a request comes from, for what is limited by it. */
export function originOf(request: FastifyRequest): Origin {
  return { address: clientAddress(request.ip), deviceId: request.deviceId }
}

/**
 * Authenticates, then counts: by session, so that customers behind one address do not share a limit, or by address where
 * there is no session to count by.
 */
async function identify(request: FastifyRequest, reply: FastifyReply, auth: Auth): Promise<void> {
  try {
    await authenticate(request, auth)
  } catch (error) {
    limitRequest(auth.limiter, clientAddress(request.ip), reply)
    throw error
  }
  limitRequest(auth.limiter, claimsOf(request).sessionId, reply)
}

async function authenticate(request: FastifyRequest, { tokens, revocations }: Auth): Promise<void> {
  const token = request.headers['access-token']
  if (typeof token !== 'string' || token === '')
    throw new AppError('MISSING_TOKEN', 'the access-token header is missing')
  const claims = tokens.verify(token)
  if (claims === undefined) throw new AppError('UNAUTHORIZED', 'the access token is invalid or has expired')
  const revoked = revocations.isRevoked(claims.sessionId) ?? (await revocations.isRevokedNow(claims.sessionId))
  if (revoked) throw new AppError('UNAUTHORIZED', 'the session has ended')
  const deviceId = readDeviceId(request)
  if (!tokens.isForDevice(claims, deviceId))
    throw new AppError('INVALID_DEVICE', 'the session belongs to another device')
  request.deviceId = deviceId
  request.claims = claims
}

function claimsOf(request: FastifyRequest): AccessClaims {
  if (request.claims === null) throw new Error('this route stands outside every authenticated scope')
  return request.claims
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
