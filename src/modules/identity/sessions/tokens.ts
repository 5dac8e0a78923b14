import { hash } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { LRUCache } from 'lru-cache'
import type { AccessClaims, TokenVerifier } from '#src/platform/http/auth/authentication-services.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { NamedSecret } from '#src/platform/lib/sealed.ts'

/** Cache of verified tokens, about 500 bytes each. */
const cachedTokens = 5_000

export interface AccessTokens extends TokenVerifier {
  /** Signs a token that expires after `ttlSeconds`, or earlier with its session. */
  sign(claims: AccessClaims, sessionSeconds?: number): string
  readonly ttlSeconds: number
}

/** Issuer and audience of our own tokens: no other party makes or accepts them. */
const audience = 'commerce-platform-api'
const defaultIssuer = 'commerce-platform'

interface Payload {
  iss: string
  aud: string
  sub: string
  sid: string
  dev: string
  mid?: string
  rol?: Role
  gst?: true
  /** Expiry in milliseconds, because `exp` is in whole seconds and the configured lifetime need not be. */
  end: number
}

interface Verified {
  claims: AccessClaims
  end: number
}

/**
 * JWTs (RFC 7519) signed with HS256. A token's header must be byte for byte the one this service writes for one of its
 * keys. That selects the key and rules out `alg: none` and other algorithms. `publicUrl` is the issuer, so that a token
 * of another installation is refused even if both were given the same secret.
 */
export function createAccessTokens(
  secrets: readonly NamedSecret[],
  ttlSeconds: number,
  publicUrl = defaultIssuer,
): AccessTokens {
  const issuer = publicUrl.replace(/\/+$/, '')
  const signers = secrets.map(({ kid, secret }) => createSigner({ key: secret, algorithm: 'HS256', kid }))
  const [signer] = signers
  if (signer === undefined) throw new Error('access tokens need at least one secret')
  const verifiers = new Map(
    secrets.map(({ secret }, index) => [
      headerOf((signers[index] as typeof signer)({})),
      createVerifier({
        key: secret,
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'end', 'sub', 'sid', 'dev'],
      }),
    ]),
  )

  const isOurs = ({ iss, aud }: Payload) => iss === issuer && aud === audience

  /** Claims of a genuine token, expired or not. */
  function read(token: string): Verified | undefined {
    try {
      const payload = verifiers.get(headerOf(token))?.(token) as Payload | undefined
      if (payload === undefined || !isOurs(payload)) return undefined
      const { sub: userId, sid: sessionId, dev: device, mid: merchantId, rol: role, gst: isGuest, end } = payload
      const kind = { ...(merchantId && { merchantId }), ...(role && { role }), ...(isGuest && { isGuest }) }
      return { end, claims: { userId, sessionId, device, ...kind } }
    } catch {
      return undefined
    }
  }
  // Not the package's cache: it hashes each token, which takes as long as the rest of a request's authentication.
  const cache = new LRUCache<string, Verified>({ max: cachedTokens })

  return {
    ttlSeconds,
    sign({ userId, sessionId, device, merchantId, role, isGuest }, sessionSeconds = ttlSeconds) {
      const now = Date.now()
      const end = now + Math.min(ttlSeconds, sessionSeconds) * 1000
      const payload: Payload = { iss: issuer, aud: audience, sub: userId, sid: sessionId, dev: device, end }
      const kind = {
        ...(merchantId && { mid: merchantId }),
        ...(role && { rol: role }),
        ...(isGuest && { gst: isGuest }),
      }
      return signer({ ...payload, ...kind, iat: Math.floor(now / 1000), exp: Math.ceil(end / 1000) })
    },
    verify(token) {
      let verified = cache.get(token)
      if (verified === undefined) {
        verified = read(token)
        if (verified === undefined) return undefined
        cache.set(token, verified)
      }
      return verified.end > Date.now() ? verified.claims : undefined
    },
    isForDevice: (claims, deviceId) => claims.device === hashDevice(deviceId),
  }
}

function headerOf(token: string): string {
  return token.slice(0, token.indexOf('.'))
}

/** The hash of a device id in tokens: 22 characters of SHA-256. */
export function hashDevice(deviceId: string): string {
  return hash('sha256', deviceId, 'base64url').slice(0, 22)
}
