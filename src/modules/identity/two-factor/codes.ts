import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { countCode, hasRecoveryCode, spendRecoveryCode, spendStep } from './queries.ts'
import { hashRecoveryCode, readCode, stepOf, triesPerDay } from './rules.ts'

/** A correct code, to be spent in the transaction that it authorizes. */
export type RightCode = { step: number } | { recoveryHash: Buffer }

/**
 * Checks a code of the account's second factor, or a recovery code; undefined if it is wrong. Spending it tells whether
 * it was used before. Recovery codes cannot be guessed, so they work after too many wrong codes as well.
 * @throws AppError RATE_LIMITED after too many wrong codes in a day
 */
export async function checkCode(
  { db, seal }: { db: Executor; seal: Seal },
  userId: string,
  text: string,
): Promise<RightCode | undefined> {
  const code = readCode(text)
  if (code === undefined) return undefined
  if ('recovery' in code) {
    const recoveryHash = hashRecoveryCode(userId, code.recovery)
    return (await hasRecoveryCode(db, userId, recoveryHash)) ? { recoveryHash } : undefined
  }
  const factor = await countCode(db, userId)
  if (factor === undefined) return undefined
  if (factor.tries > triesPerDay) {
    const options = { retryAfter: factor.seconds_left }
    throw new AppError('RATE_LIMITED', 'too many wrong codes; use a recovery code, or wait a day', options)
  }
  const step = stepOf(openSecret(seal, userId, factor.secret), code.digits, factor.unix_seconds)
  return step === undefined ? undefined : { step }
}

/** Spends a code; false if it was spent before. */
export function spendCode(transaction: Transaction, userId: string, code: RightCode): Promise<boolean> {
  return 'step' in code
    ? spendStep(transaction, userId, code.step)
    : spendRecoveryCode(transaction, userId, code.recoveryHash)
}

export function refuseCode(): never {
  throw new AppError('INVALID_CREDENTIALS', 'the code is wrong or was used before')
}

const context = (userId: string) => `two_factors.secret ${userId}`

export function sealSecret(seal: Seal, userId: string, secret: string): Buffer {
  return seal.seal(secret, context(userId))
}

export function openSecret(seal: Seal, userId: string, box: Buffer): string {
  return seal.open(box, context(userId))
}
