import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { countAttempt, type Limits } from '../attempts/attempts.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'

/**
 * The hash of a password that is set by a mailed token. Look the token up before, so that nobody without one costs a
 * hash. The attempt counts for the client address only: others must not keep the owner of the account from using it.
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
  return hashPassword(password)
}
