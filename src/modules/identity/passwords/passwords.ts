import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { serverOf } from '#src/platform/http/overload/rate-limit.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { createRoundRobin } from '#src/platform/lib/round-robin.ts'
import { emailKey } from '../rules.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. Runs on libuv
 * threads.
 */
const options = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** libuv has four threads. Those who ask for many hashes at once delay themselves. */
const inTurn = createRoundRobin(4)

/** Client addresses take turns; all that the server of one storefront names are one. */
function callerOf(address: string): string {
  return serverOf(address) ?? address
}

/** @param address of the client, as limits count it; none for work of the service itself */
export function hashPassword(password: string, address = ''): Promise<string> {
  return inTurn(callerOf(address), () => hash(password, options))
}

// Hash of a random password: verifying against it takes as long as against a real one.
let decoy: Promise<string> | undefined

/**
 * Verifies against the stored hash, or a decoy if there is none, so that timing does not reveal whether there is one.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  address: string,
): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const fallback = await decoy
  const matches = await inTurn(callerOf(address), () => verify(stored ?? fallback, password))
  return matches && stored != null
}

/**
 * Refuses a new password that would be guessed first: one of the most common, or the address of its account. The schema
 * checks its length; there are no other rules (NIST SP 800-63B, 3.1.1.2). Call it before hashing.
 * @throws AppError VALIDATION_ERROR (password)
 */
export async function checkNewPassword(password: string, email: string): Promise<void> {
  if (emailKey(password) === emailKey(email)) {
    throw invalid({ field: 'password', message: 'must not be the e-mail address' })
  }
  if (await isCommonPassword(password)) {
    throw invalid({ field: 'password', message: 'is one of the most common passwords; choose another' })
  }
}
