import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { countAttempt, type Limits } from '../attempts/attempts.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'

/**
 * Hashes a password set by a mailed token. Look the token up first, so that a request without one costs no hash. The
 * attempt counts for the client address only: others must not be able to lock the owner of the account out.
 * @throws AppError VALIDATION_ERROR (password), RATE_LIMITED
 */
export async function prepareNewPassword(
  limits: Limits,
  password: string,
  email: string,
  origin: Origin,
): Promise<string> {
  await checkNewPassword(password, email)
  await countAttempt(limits, origin)
  return hashPassword(password, origin.address)
}
