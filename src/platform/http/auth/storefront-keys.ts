import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import { clientAddress, limitRequest, limitTogether, type RateLimiter } from '../overload/rate-limit.ts'
import type { ApiKeys, KeyKind, SecretStorefrontKey, StorefrontKey } from './authentication-services.ts'

/**
 * Keys of storefronts (src/platform/http/README.md). A publishable key, and the secret one of a storefront's server,
 * stand in `access-token` and read what the shop shows to everybody. The secret one may also stand in `storefront-key`,
 * beside the token of a shopper. With it `shopper-address` says for whom the server asks, which limits then count.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** The key in place of a session. */
    storefront: StorefrontKey | null
    /** The secret key of the storefront's server, wherever it stands. */
    storefrontServer: SecretStorefrontKey | null
    /** For whom that server asks, as limits count it. */
    shopperAddress: string | null
  }
  interface FastifyContextConfig {
    /** Takes keys of storefronts. Its query's `merchant_id` is then the key's, whether or not the request names one. */
    storefront?: true
    /** Set for routes that take a `merchant_id` in their query. */
    ofMerchant?: boolean
  }
}

/** No access token begins like these: those begin with `{` in base64url. */
export const keyPrefixes = { admin: 'ck_', publishable: 'pk_', storefront: 'sk_' } as const satisfies Record<
  KeyKind,
  string
>

/** Requests for shoppers, in those that a key may make for nobody: a page for a visitor takes a few of both. */
const shopperShare = 2

interface Services {
  apiKeys: ApiKeys
  limiter: RateLimiter
}

/**
 * Reads the keys of storefronts in a request, and counts one that comes with such a key in place of a session.
 * @throws AppError UNAUTHORIZED, INSUFFICIENT_PERMISSIONS, MERCHANT_ACCESS_DENIED, VALIDATION_ERROR, RATE_LIMITED
 */
export async function identifyStorefront(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<void> {
  const keys = keysIn(request)
  if (keys === undefined) return
  await readOrCount(request, reply, keys, services)
  if (request.storefront === null) return
  await limitCaller(request, reply, services.limiter)
  admit(request, request.storefront)
}

/**
 * Limits routes that need no credentials: by client address, or as the secret key of a storefront's server says. A
 * publishable key in `access-token` names its shop; other keys and sessions play no part.
 */
export function limitCallers(scope: FastifyInstance, services: Services): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { 'access-token': token, 'storefront-key': beside, 'shopper-address': shopper } = request.headers
    const own = isPublishable(token) ? token : undefined
    if (own !== undefined || beside !== undefined || shopper !== undefined) {
      const keys = { own, beside: beside === undefined ? undefined : String(beside), inAddress: false }
      await readOrCount(request, reply, keys, services)
    }
    await limitCaller(request, reply, services.limiter)
  })
}

/** Reads keys. @throws AppError like `identifyStorefront`, and counts what it refuses by address */
async function readOrCount(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: Keys,
  { apiKeys, limiter }: Services,
): Promise<void> {
  const countAddress = () => limitRequest(limiter, clientAddress(request.ip), reply)
  // Finding a key may cost a statement, so strangers are counted first.
  const areFamiliar = [keys.own, keys.beside].every((key) => key === undefined || apiKeys.isFamiliar(key))
  if (!areFamiliar) await countAddress()
  try {
    await readKeys(request, keys, apiKeys)
  } catch (error) {
    if (areFamiliar) await countAddress()
    throw error
  }
}

interface Keys {
  /** In place of a session. */
  own: string | undefined
  beside: string | undefined
  /** It stands in the address. */
  inAddress: boolean
}

/** The keys that a request names; undefined if nothing in it is of a storefront. */
function keysIn(request: FastifyRequest): Keys | undefined {
  const { 'access-token': token, 'storefront-key': beside, 'shopper-address': shopper } = request.headers
  const { key } = request.query as { key?: unknown }
  // What is no key is refused as any other parameter; by a route that takes none, unless it is the only credential.
  const isKey = Object.values(keyPrefixes).some((prefix) => typeof key === 'string' && key.startsWith(prefix))
  const allowsKeys = request.routeOptions.config.storefront === true
  const inAddress = allowsKeys ? isKey : isPublishable(key) && token === undefined
  const inHeader = isPublishable(token) || isSecret(token) ? token : undefined
  const own = inAddress ? String(key) : inHeader
  if (own === undefined && beside === undefined && shopper === undefined) return undefined
  return { own, beside: beside === undefined ? undefined : String(beside), inAddress }
}

function isPublishable(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith(keyPrefixes.publishable)
}

function isSecret(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith(keyPrefixes.storefront)
}

async function readKeys(request: FastifyRequest, { own, beside, inAddress }: Keys, apiKeys: ApiKeys): Promise<void> {
  if (inAddress && !isPublishable(own)) {
    const message = 'must be a publishable key (pk_…): a secret key must not be part of a URL'
    throw invalid({ field: 'key', message })
  }
  const found = own === undefined ? undefined : await findKey(own, apiKeys)
  const server = beside === undefined ? found : await findKey(beside, apiKeys)
  if (server?.kind === 'storefront') {
    requireShopOf(request, server)
    request.storefrontServer = server
  } else if (beside !== undefined) throw unknownKey()
  const shopper = request.headers['shopper-address']
  if (shopper !== undefined) request.shopperAddress = readShopperAddress(shopper, request.storefrontServer)
  request.storefront = found ?? null
}

async function findKey(key: string, apiKeys: ApiKeys): Promise<StorefrontKey> {
  const found = await apiKeys.find(key)
  if (found === undefined || found.kind === 'admin') throw unknownKey()
  return found
}

function unknownKey(): AppError {
  return new AppError('UNAUTHORIZED', 'the storefront’s key is unknown, revoked or has expired')
}

/** Lets a key read the public part of its own shop, whatever else the request asks for. */
function admit(request: FastifyRequest, key: StorefrontKey): void {
  const { storefront: allowsKeys = false, ofMerchant = false, permission } = request.routeOptions.config
  if (!allowsKeys) {
    const message = 'a storefront’s key can only read its catalog and open guest sessions; this needs a session'
    throw permission ? lacksPermission(permission, message) : new AppError('INSUFFICIENT_PERMISSIONS', message)
  }
  requireShopOf(request, key)
  if (!ofMerchant) return
  const query = request.query as { merchant_id?: unknown }
  if (query.merchant_id !== undefined && !isShop(query.merchant_id, key)) {
    throw new AppError(
      'INSUFFICIENT_PERMISSIONS',
      'a storefront’s key can only read its own shop: merchant_id names another',
    )
  }
  query.merchant_id = key.merchantId
}

/** @throws AppError MERCHANT_ACCESS_DENIED if merchant-id names another shop than that of the key */
function requireShopOf({ headers }: FastifyRequest, key: StorefrontKey): void {
  const id = headers['merchant-id']
  if (id !== undefined && !isShop(id, key)) {
    throw new AppError('MERCHANT_ACCESS_DENIED', 'merchant-id is not the merchant of this storefront’s key')
  }
}

function isShop(id: unknown, key: StorefrontKey): boolean {
  return typeof id === 'string' && isUuid(id) && id.toLowerCase() === key.merchantId
}

/**
 * Counted apart for each shop: a shop that makes addresses up takes nothing from the visitors of others.
 * @throws AppError VALIDATION_ERROR for what is no address, or comes from anybody who could make it up
 */
function readShopperAddress(address: string | string[], key: SecretStorefrontKey | null): string {
  const fault = (message: string) => invalid({ field: 'shopper-address', message })
  if (key === null) throw fault('needs the secret key of the storefront (sk_…) in storefront-key')
  if (typeof address !== 'string' || isIP(address) === 0) throw fault('must be an IP address')
  return `${key.merchantId} ${clientAddress(address)}`
}

/** Who is counted where there is no session: the shopper that a storefront's server names, else the connection's. */
export function callerAddress({ shopperAddress, ip }: FastifyRequest): string {
  return shopperAddress ?? clientAddress(ip)
}

/** Counts a request without a session; a storefront's server that names no shopper by the limit of its key. */
export async function limitCaller(request: FastifyRequest, reply: FastifyReply, limiter: RateLimiter): Promise<void> {
  const { storefrontServer: server } = request
  if (server === null || request.shopperAddress !== null) await limitRequest(limiter, callerAddress(request), reply)
  else await limitRequest(limiter, server.id, reply, server.requestsPerMinute, 'storefront_server')
  await limitServer(request, limiter)
}

/**
 * Counts what the server of a storefront asks for all shoppers whom it names: it could make their addresses up.
 * @throws AppError RATE_LIMITED
 */
export async function limitServer(
  { storefrontServer: server, shopperAddress }: FastifyRequest,
  limiter: RateLimiter,
): Promise<void> {
  if (server === null || shopperAddress === null) return
  const limit = server.requestsPerMinute * shopperShare
  await limitTogether(limiter, { key: `all of ${server.id}`, limit, of: 'storefront_server' })
}
