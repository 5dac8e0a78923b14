import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'
import { clientAddress, limitRequest, limitTogether, type RateLimiter } from '../overload/rate-limit.ts'
import type { AccessClaims, AuthenticationServices } from './authentication-services.ts'
import { callerAddress, identifyStorefront, keyPrefixes, limitCaller, limitServer } from './storefront-keys.ts'

/** Finds out who sends a request, by its token or key and its device. */
export type Auth = AuthenticationServices & { limiter: RateLimiter }

/**
 * Authenticates, then counts for the rate limit: by session, so that customers behind one address do not share a limit;
 * by address if authentication failed.
 */
export async function identify(request: FastifyRequest, reply: FastifyReply, auth: Auth): Promise<void> {
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
export async function identifyKey(
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  auth: Auth,
): Promise<void> {
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
): Promise<{ userId: string; sessionId: string } | undefined> {
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

export function isApiKey(token: unknown): token is string {
  return typeof token === 'string' && token.startsWith(keyPrefixes.admin)
}

export function claimsOf(request: FastifyRequest): AccessClaims {
  if (request.claims === null) throw new Error('this route stands outside every authenticated scope')
  return request.claims
}

/**
 * For a storefront that has none yet. A repeated request would get another one, so idempotency needs the client's own.
 * @throws AppError INVALID_DEVICE
 */
export function makeDeviceId({ headers }: FastifyRequest): string {
  if (headers['idempotency-key'] === undefined) return randomBytes(24).toString('base64url')
  throw new AppError('INVALID_DEVICE', 'the device-id header is missing; an idempotency-key needs one')
}

/** 1 to 200 printable characters. */
export function readDeviceId(request: FastifyRequest): string {
  const deviceId = request.headers['device-id']
  if (typeof deviceId !== 'string' || deviceId === '')
    throw new AppError('INVALID_DEVICE', 'the device-id header is missing')
  if (deviceId.length > 200 || !/^[\x20-\x7e\u00a0-\u00ff]+$/.test(deviceId)) {
    throw new AppError('INVALID_DEVICE', 'device-id must be 1 to 200 printable characters')
  }
  return deviceId
}
