import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { plainText } from '#src/platform/lib/plain-text.ts'

/** Tries of one challenge, and of one account in a day. */
export const triesPerChallenge = 5
export const triesPerDay = 50
export const challengeSeconds = 300
/** A session signed in this recently may set up a second factor without the password. */
export const recentSignInSeconds = 900
const recoveryCodeCount = 10

/** The parameters every authenticator app knows (RFC 6238 with HMAC-SHA-1, which is sound for HMAC). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Steps before and after the current one whose codes are accepted (RFC 6238 section 5.2). */
const toleratedSteps = 1

/** 160 random bits in base 32 (RFC 4226 section 4). */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** URI for authenticator apps, shown as a QR code. */
export function otpauthUri(secret: string, account: string, issuer: string): string {
  return new TOTP({ ...parameters, issuer, label: account, secret }).toString()
}

/** The time step a code belongs to, if it is the one at this time or a neighbour; compared in constant time. */
export function stepOf(secret: string, digits: string, unixSeconds: number): number | undefined {
  const totp = new TOTP({ ...parameters, secret })
  const timestamp = unixSeconds * 1_000
  const delta = totp.validate({ token: digits, timestamp, window: toleratedSteps })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** 80 random bits each, in groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    (new Secret({ size: 10 }).base32.match(/.{4}/g) as string[]).join('-'),
  )
}

/**
 * Too many bits to guess, so a fast hash is enough. It includes the user's id, because two users may have the same
 * code.
 */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${userId} ${bare(code)}`)
    .digest()
}

/** Kind of a typed code, with or without blanks and hyphens. */
export function readCode(text: string): { digits: string } | { recovery: string } | undefined {
  const typed = bare(text)
  if (/^\d{6}$/.test(typed)) return { digits: typed }
  return /^[A-Z2-7]{16}$/.test(typed) ? { recovery: typed } : undefined
}

function bare(text: string): string {
  return plainText(text).replace(/[ -]/g, '').toUpperCase()
}
