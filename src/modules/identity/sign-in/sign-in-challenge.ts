import { createHash, randomBytes } from 'node:crypto'
import { byUser } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/auth/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import type { UserRow } from '../accounts/queries.ts'
import type { AtShops } from '../accounts/user-events.ts'
import { limitFailures } from '../attempts/attempts.ts'
import type { Dependencies } from '../dependencies.ts'
import { endGuest } from '../guests/guests.ts'
import { emailKey } from '../rules.ts'
import type { TokenPair } from '../sessions/sessions.ts'
import { checkCode, refuseCode, spendCode } from '../two-factor/codes.ts'
import { countTry, insertChallenge, selectWaitingSignIn, spendChallenge } from './challenge-queries.ts'
import { openSignIn } from './open-sign-in.ts'
import { recordRefusedSignIn } from './refused-sign-ins.ts'

interface Membership {
  merchantId: string
  role: Role
}

export interface FinishedSignIn {
  user: UserRow
  tokens: TokenPair
  /** For an admin session. */
  staff: Membership | undefined
}

/**
 * Call after the password was right and before a session is opened.
 * @throws AppError TWO_FACTOR_REQUIRED with a challenge if the account has a second factor
 */
export async function requireSecondFactor(
  db: Executor,
  user: { id: string; password_hash: string },
  deviceId: string,
  staff?: Membership,
): Promise<void> {
  const challenge = randomBytes(32).toString('base64url')
  const waits = await insertChallenge(db, {
    token_hash: hashChallenge(challenge),
    user_id: user.id,
    device_id: deviceId,
    password_hash: user.password_hash,
    merchant_id: staff?.merchantId ?? null,
    role: staff?.role ?? null,
  })
  if (!waits) return
  const message = 'send the challenge with a code of your authenticator to POST /user/login/two-factor'
  throw new AppError('TWO_FACTOR_REQUIRED', message, { details: { challenge } })
}

/**
 * Opens the session of a sign-in whose password was correct, and ends the guest who signs in to an account.
 * @throws AppError UNAUTHORIZED (challenge), INVALID_CREDENTIALS (code), RATE_LIMITED
 */
export async function finishSignIn(
  services: AtShops & Pick<Dependencies, 'config' | 'signInTurns' | 'tokens' | 'seal' | 'revocations'>,
  { challenge, code }: { challenge: string; code: string },
  origin: Origin,
  guest?: Actor,
): Promise<FinishedSignIn> {
  const { db } = services
  const hash = hashChallenge(challenge)
  const user = (await selectWaitingSignIn(db, hash, origin.deviceId)) ?? refuseChallenge()
  const right = await limitFailures(services, emailKey(user.email ?? ''), origin, async () => {
    if (!(await countTry(db, user.id, hash))) refuseChallenge()
    return checkCode(services, user.id, code)
  })
  const staff = user.merchant_id && user.role ? { merchantId: user.merchant_id, role: user.role } : undefined
  if (right === undefined) {
    if (staff) await recordRefusedSignIn(services, user.email ?? '', origin, staff.merchantId)
    refuseCode()
  }
  const session = staff && { ...staff, cause: byUser(user.id, origin) }
  return inTransaction(db, async (transaction) => {
    // The account is locked first, as where it is erased, so that the two cannot deadlock.
    const tokens = await openSignIn(transaction, services, user, origin, session)
    if (!(await spendCode(transaction, user.id, right))) refuseCode()
    if (tokens === undefined || !(await spendChallenge(transaction, user.id, hash))) refuseChallenge()
    if (guest && staff === undefined) await endGuest(transaction, services, guest.userId, user.id)
    return { user, tokens, staff }
  })
}

function refuseChallenge(): never {
  throw new AppError('UNAUTHORIZED', 'the challenge is not valid, was used, or has expired; sign in again')
}

/** 256 random bits need no salt and no slow hash. */
function hashChallenge(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}
