import { createHash } from 'node:crypto'
import type { Origin } from '#src/platform/http/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { type AttemptCount, countAttempts, selectAttempts } from './attempt-queries.ts'
import type { Dependencies } from './dependencies.ts'
import { isKnownDevice } from './session-queries.ts'

type Limits = Pick<Dependencies, 'db'> & { config: Pick<Dependencies['config'], 'LOGIN_LIMIT_PER_MINUTE'> }

/**
 * Allows LOGIN_LIMIT_PER_MINUTE wrong passwords a minute per account and per client address, counted in the database
 * for all processes. Correct passwords are not counted.
 *
 * An attacker can exhaust an account's limit all the time. Its owner can still sign in on known devices, which have a
 * counter of their own.
 *
 * @param check returns undefined for a wrong password
 * @throws AppError RATE_LIMITED
 */
export async function limitFailures<T>(
  { db, config }: Limits,
  emailKey: string,
  origin: Origin,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const limit = config.LOGIN_LIMIT_PER_MINUTE
  if (limit === 0) return check()
  const address = keyOf('sign-in from', origin.address)
  let account = keyOf('sign-in to', emailKey)
  const before = await selectAttempts(db, [account, address])
  if (isFull(before, account, limit) && (await isKnownDevice(db, emailKey, origin.deviceId))) {
    account = keyOf('sign-in to', emailKey, 'on', origin.deviceId)
    before.push(...(await selectAttempts(db, [account])))
  }
  const keys = [account, address]
  refuseFull(before, keys, limit)

  const result = await check()
  // Count after the check, so that correct passwords are not counted. Check the limit again, so that parallel guesses
  // get no more answers than sequential ones.
  if (result === undefined) refuseFull(await countAttempts(db, keys), keys, limit + 1)
  else refuseFull(await selectAttempts(db, keys), keys, limit)
  return result
}

/** Counts a requested mail per account and per client address. @throws AppError RATE_LIMITED */
export async function limitMails({ db, config }: Limits, account: string, origin: Origin): Promise<void> {
  const limit = config.LOGIN_LIMIT_PER_MINUTE
  if (limit === 0) return
  const keys = [keyOf('mail to', account), keyOf('mail from', origin.address)]
  refuseFull(await countAttempts(db, keys), keys, limit + 1)
}

function refuseFull(counts: readonly AttemptCount[], keys: readonly Buffer[], limit: number): void {
  const full = counts.filter(({ key, count }) => count >= limit && keys.some((one) => one.equals(key)))
  if (full.length === 0) return
  const retryAfter = Math.max(...full.map((count) => count.seconds_left))
  throw new AppError('RATE_LIMITED', 'too many attempts; wait a minute', { retryAfter })
}

function isFull(counts: readonly AttemptCount[], key: Buffer, limit: number): boolean {
  return counts.some((one) => one.key.equals(key) && one.count >= limit)
}

/** Hashed, so that the table holds no addresses and no accounts. */
function keyOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
