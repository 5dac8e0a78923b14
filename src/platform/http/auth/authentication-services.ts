import type { Permissions, Role } from '#src/platform/lib/permissions.ts'

/** Claims of an access token. */
export interface AccessClaims {
  userId: string
  sessionId: string
  /** Hash of the device id of the session, so that a stolen token does not reveal it. */
  device: string
  /** Admin sessions only: their merchant, and the role at sign-in. */
  merchantId?: string
  role?: Role
  /** The user was a guest when the token was made; they may have registered since. */
  isGuest?: true
}

/** Implemented by the identity module. */
export interface TokenVerifier {
  /** The claims of a genuine token that has not expired; undefined for anything else. */
  verify(token: string): AccessClaims | undefined
  /** Whether the session was opened on this device. */
  isForDevice(claims: AccessClaims, deviceId: string): boolean
}

/** Sessions that ended before their tokens expire. Implemented by the identity module. */
interface RevocationList {
  /** Undefined while the list may be out of date: then ask the database (`isRevokedNow`). */
  isRevoked(sessionId: string): boolean | undefined
  isRevokedNow(sessionId: string): Promise<boolean>
}

/** `admin` acts for its maker; the others are a shop's storefront: `publishable` may stand in a page. */
export const keyKinds = ['admin', 'publishable', 'storefront'] as const
export type KeyKind = (typeof keyKinds)[number]

/** An API key that is good now. */
export interface ApiKey {
  kind: 'admin'
  id: string
  name: string
  merchantId: string
  /** Its maker, with their current role. */
  userId: string
  role: Role
  permissions: readonly string[]
}

/** A key of a storefront that is good now. */
export type StorefrontKey = PublishableKey | SecretStorefrontKey

interface PublishableKey {
  kind: 'publishable'
  id: string
  merchantId: string
}

export interface SecretStorefrontKey {
  kind: 'storefront'
  id: string
  merchantId: string
  /** Of requests that do not say for whom they are. */
  requestsPerMinute: number
}

/** Implemented by the merchants module. */
export interface ApiKeys {
  /** Undefined for a key that is unknown, revoked or expired; true up to a second ago. */
  find(key: string): Promise<ApiKey | StorefrontKey | undefined>
  /** Whether this process has found the key before, so that no stranger is asking. */
  isFamiliar(key: string): boolean
}

/** Implemented by the merchants module. */
export interface Roles {
  /**
   * Permissions of a role of the shop; those of the shop's own roles are up to a second old. None for an unknown role.
   */
  permissionsOf(merchantId: string, role: Role): Permissions | Promise<Permissions>
}

/** Idle timeout of admin sessions. Implemented by the identity module. */
interface StaffSessions {
  /** Records a request in an admin session; false if the session has ended. */
  use(sessionId: string): true | Promise<boolean>
}

/** Fields of a merchant that hardly ever change, and are cached. */
export interface Merchant {
  id: string
  currency: string
  /** Of IANA: the shop's days are days there. */
  timezone: string
}

/** Implemented by the merchants module. */
export interface TwoFactorPolicy {
  /** True if the merchant requires two factors of its staff and this account has one only. */
  lacksFactor(staff: { merchantId: string; userId: string }): Promise<boolean>
}

/** Services of the modules that authentication needs. */
export interface AuthenticationServices {
  tokens: TokenVerifier
  revocations: RevocationList
  apiKeys: ApiKeys
  roles: Roles
  staffActivity: StaffSessions
  /** Implemented by the merchants module. */
  merchants: { find(id: string): Promise<Merchant | undefined> }
  twoFactorPolicy: TwoFactorPolicy
}
