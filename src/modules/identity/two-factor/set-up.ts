import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { limitFailures } from '../attempts/attempts.ts'
import type { Dependencies } from '../dependencies.ts'
import { refuseGuest } from '../guests/guests.ts'
import { twoFactorOff, twoFactorOn } from '../mails/letters.ts'
import { mailUser } from '../mails/mailing.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { emailKey } from '../rules.ts'
import { endSessions } from '../sessions/sessions.ts'
import { checkCode, openSecret, refuseCode, sealSecret, spendCode } from './codes.ts'
import {
  confirmSecret,
  deleteSecondFactor,
  hasSecondFactor,
  insertRecoveryCodes,
  type Owner,
  putSecret,
  selectOwner,
  selectSecondFactor,
} from './queries.ts'
import { hashRecoveryCode, newRecoveryCodes, newSecret, otpauthUri, readCode, stepOf } from './rules.ts'

type Services = Pick<Dependencies, 'db' | 'config' | 'signInTurns' | 'seal' | 'revocations'>

/**
 * Makes a secret, which has no effect until it is confirmed. A stolen access token must not be enough to lock the owner
 * out, so this needs the password, or a recent sign-in.
 * @throws AppError VALIDATION_ERROR (current_password), INVALID_CREDENTIALS, TWO_FACTOR_ACTIVE, RATE_LIMITED
 */
export async function beginTwoFactor(
  services: Services,
  actor: Actor,
  password: string | undefined,
  origin: Origin,
): Promise<{ secret: string; otpauth_uri: string }> {
  const { db, config, seal } = services
  const owner = await readOwner(services, actor)
  if (password !== undefined) {
    const right = await limitFailures(services, emailKey(owner.email), origin, async () =>
      (await verifyPassword(owner.password_hash, password, origin.address)) ? true : undefined,
    )
    if (!right) throw new AppError('INVALID_CREDENTIALS', 'the current password is wrong')
  } else if (!owner.signed_in_recently) {
    throw invalid({ field: 'current_password', message: 'is required: you signed in some time ago' })
  }
  const secret = newSecret()
  if (!(await putSecret(db, actor.userId, sealSecret(seal, actor.userId, secret)))) refuseActive()
  const issuer = config.PUBLIC_URL === undefined ? 'Commerce Platform' : new URL(config.PUBLIC_URL).hostname
  return { secret, otpauth_uri: otpauthUri(secret, owner.email, issuer) }
}

/**
 * Switches the second factor on with a first code, and ends every other session: they were opened without one.
 * @throws AppError NOT_FOUND without a secret, TWO_FACTOR_ACTIVE, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function confirmTwoFactor(
  services: Services,
  actor: Actor,
  text: string,
  origin: Origin,
): Promise<{ recovery_codes: string[] }> {
  const { db, seal, revocations } = services
  const { userId } = actor
  const owner = await readOwner(services, actor)
  const factor = await selectSecondFactor(db, userId)
  if (factor === undefined) throw notFound('secret to confirm')
  if (factor.confirmed) refuseActive()
  const step = await limitFailures(services, emailKey(owner.email), origin, async () => {
    const code = readCode(text)
    const secret = openSecret(seal, userId, factor.secret)
    return code && 'digits' in code ? stepOf(secret, code.digits, factor.unix_seconds) : undefined
  })
  if (step === undefined) refuseCode()
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(userId, code))
  await inTransaction(db, async (transaction) => {
    if (!(await confirmSecret(transaction, userId, factor.secret, step))) {
      throw new AppError('CONFLICT', 'the second factor was confirmed or its secret replaced at the same time')
    }
    await insertRecoveryCodes(transaction, userId, hashes)
    await endSessions(transaction, revocations, userId, actor.sessionId)
    await mailUser(transaction, userId, twoFactorOn, {}, { merchantId: origin.merchantId })
  })
  return { recovery_codes: codes }
}

/** @throws AppError NOT_FOUND without a second factor, INVALID_CREDENTIALS, RATE_LIMITED */
export async function removeTwoFactor(
  services: Services,
  actor: Actor,
  input: { current_password: string; code: string },
  origin: Origin,
): Promise<void> {
  const { db } = services
  const { userId } = actor
  const owner = await readOwner(services, actor)
  if (!(await hasSecondFactor(db, userId))) throw notFound('second factor')
  const right = await limitFailures(services, emailKey(owner.email), origin, async () =>
    (await verifyPassword(owner.password_hash, input.current_password, origin.address))
      ? checkCode(services, userId, input.code)
      : undefined,
  )
  if (right === undefined) throw new AppError('INVALID_CREDENTIALS', 'the current password or the code is wrong')
  await inTransaction(db, async (transaction) => {
    if (!(await spendCode(transaction, userId, right))) refuseCode()
    await deleteSecondFactor(transaction, userId)
    await mailUser(transaction, userId, twoFactorOff, {}, { merchantId: origin.merchantId })
  })
}

async function readOwner({ db }: Services, actor: Actor): Promise<Owner & { email: string }> {
  const owner = await selectOwner(db, actor.userId, actor.sessionId)
  if (owner?.is_guest) refuseGuest()
  if (owner?.email == null) throw new AppError('UNAUTHORIZED', 'the account no longer exists')
  return { ...owner, email: owner.email }
}

function refuseActive(): never {
  throw new AppError('TWO_FACTOR_ACTIVE', 'the account has a second factor; remove it first')
}
