import type { Origin } from '#src/platform/http/auth/authentication.ts'
import { serverOf, serverShare } from '#src/platform/http/overload/rate-limit.ts'
import { type Counted, SharedLimitError } from '#src/platform/http/overload/shared-limits.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { createKeyedLimit, type KeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { Dependencies } from '../dependencies.ts'
import { isFamiliarDevice } from '../sessions/queries.ts'
import { keyOf } from './keys.ts'
import { type AttemptCount, countAttempts, selectAttempts, uncountAttempts } from './queries.ts'

export type Limits = Pick<Dependencies, 'db'> & { config: Pick<Dependencies['config'], 'LOGIN_LIMIT_PER_MINUTE'> }

/**
 * Concurrent attempts per account or address in a process. More would not be faster, because passwords are hashed on
 * four threads. Attempts in progress are counted, so more would also refuse correct passwords beyond the limit.
 */
export const createSignInTurns = (): KeyedLimit => createKeyedLimit(4)

/**
 * Allows LOGIN_LIMIT_PER_MINUTE wrong passwords a minute per account and per client address, counted in the database
 * for all processes. An attempt is counted before its password is hashed, so that parallel guesses get no more hashes
 * than sequential ones, and taken back if the password was right.
 *
 * An attacker can exhaust an account's limit all the time. Its owner can still sign in on known devices, which have a
 * counter of their own.
 *
 * @param check returns undefined for a wrong password
 * @throws AppError RATE_LIMITED
 */
export async function limitFailures<T>(
  limits: Limits & Pick<Dependencies, 'signInTurns'>,
  emailKey: string,
  origin: Origin,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (limits.config.LOGIN_LIMIT_PER_MINUTE === 0) return check()
  const { signInTurns: inTurn } = limits
  return inTurn(`to ${emailKey}`, () =>
    inTurn(`from ${origin.address}`, async () => {
      const { counts } = await countAttempt(limits, origin, { emailKey })
      let wrong = false
      try {
        const result = await check()
        wrong = result === undefined
        return result
      } finally {
        if (!wrong) await uncountAttempts(limits.db, counts)
      }
    }),
  )
}

/** The counters of an attempt, to take it back. */
export interface CountedAttempt {
  counts: readonly AttemptCount[]
  /** Without the counter of the client address. */
  ofAccount: readonly AttemptCount[]
}

/**
 * Counts requests that hash a password, whether or not they check one: sign-ins, registrations, and new passwords set
 * by a mailed token. They share the limits of wrong passwords. Without `emailKey` it counts for the client address
 * only.
 * @throws AppError RATE_LIMITED
 */
export function countAttempt(
  limits: Limits,
  origin: Origin,
  { emailKey }: { emailKey?: string } = {},
): Promise<CountedAttempt> {
  return count(limits, origin, 'sign-ins', emailKey)
}

/**
 * A guest costs no hash, and a shop in a rush opens hundreds: its servers have more of them.
 * @throws AppError RATE_LIMITED
 */
export async function countGuest(limits: Limits, origin: Origin): Promise<void> {
  await count(limits, origin, 'guests')
}

async function count(
  { db, config }: Limits,
  origin: Origin,
  what: 'sign-ins' | 'guests',
  emailKey?: string,
): Promise<CountedAttempt> {
  const limit = config.LOGIN_LIMIT_PER_MINUTE
  if (limit === 0) return { counts: [], ofAccount: [] }
  const address = keyOf('sign-in from', origin.address)
  const together = ofServer(origin.address, what, limit)
  let account = emailKey === undefined ? [] : [keyOf('sign-in to', emailKey)]
  const before = await selectAttempts(db, [address, ...account, ...together.keys])
  if (
    emailKey !== undefined &&
    isFull(before, account, limit) &&
    (await isFamiliarDevice(db, emailKey, origin.deviceId))
  ) {
    account = [keyOf('sign-in to', emailKey, 'on', origin.deviceId)]
    before.push(...(await selectAttempts(db, account)))
  }
  const keys = [address, ...account]
  refuseFull(before, keys, limit)
  refuseServer(before, together, 0)
  const counts = await countAttempts(db, [...keys, ...together.keys])
  // Other attempts may have been counted since the first check. A refused one makes no hash and is not counted.
  if (isFull(counts, keys, limit + 1) || isFull(counts, together.keys, together.limit + 1))
    await uncountAttempts(db, counts)
  refuseFull(counts, keys, limit + 1)
  refuseServer(counts, together, 1)
  return { counts, ofAccount: counts.filter(({ key }) => account.some((one) => one.equals(key))) }
}

/** Counts a requested mail per account and per client address. @throws AppError RATE_LIMITED */
export async function limitMails({ db, config }: Limits, account: string, origin: Origin): Promise<void> {
  const limit = config.LOGIN_LIMIT_PER_MINUTE
  if (limit === 0) return
  const keys = [keyOf('mail to', account), keyOf('mail from', origin.address)]
  const together = ofServer(origin.address, 'mails', limit)
  const counts = await countAttempts(db, [...keys, ...together.keys])
  refuseFull(counts, keys, limit + 1)
  refuseServer(counts, together, 1)
}

/**
 * Sends a mail whose request is never refused for it: at most LOGIN_LIMIT_PER_MINUTE a minute for each of `accounts`.
 * Returns false, without sending, beyond that. A failed mail is taken back, because it is retried.
 */
export async function sendLimited(
  { db, config }: Limits,
  accounts: readonly string[],
  send: () => Promise<void>,
): Promise<boolean> {
  const limit = config.LOGIN_LIMIT_PER_MINUTE
  const keys = limit === 0 ? [] : accounts.map((account) => keyOf('mail of', account))
  const counts = keys.length === 0 ? [] : await countAttempts(db, keys)
  if (isFull(counts, keys, limit + 1)) return false
  try {
    await send()
  } catch (error) {
    await uncountAttempts(db, counts)
    throw error
  }
  return true
}

/** Counts an export per account. @throws AppError RATE_LIMITED */
export async function limitExports({ db, config }: Limits, userId: string): Promise<void> {
  const limit = config.LOGIN_LIMIT_PER_MINUTE
  if (limit === 0) return
  const keys = [keyOf('export of', userId)]
  refuseFull(await countAttempts(db, keys), keys, limit + 1)
}

/** Guesses of one request. */
export interface Guesses<T> {
  /** What is guessed, each with a limit of its own. */
  of: 'discount codes' | 'gift cards'
  address: string
  /** Counts the wrong ones that a result, or what the work throws, tells of. */
  wrongIn(outcome: Outcome<T>): number
}

type Outcome<T> = { result: T } | { error: unknown }

/**
 * Limits guesses of codes from one client address, over all processes: LOGIN_LIMIT_PER_MINUTE wrong ones a minute. Only
 * wrong ones are written, each before it is answered, so that a burst is told of no more of them than requests one
 * after the other. Within the limit a process looks up the codes of four requests at once (`createSignInTurns`).
 * @throws AppError RATE_LIMITED, and what the work throws
 */
export async function limitGuesses<T>(
  { db, config, signInTurns: inTurn }: Limits & Pick<Dependencies, 'signInTurns'>,
  { of, address, wrongIn }: Guesses<T>,
  work: () => Promise<T>,
): Promise<T> {
  const limit = config.LOGIN_LIMIT_PER_MINUTE
  if (limit === 0) return work()
  return inTurn(`${of} from ${address}`, async () => {
    const keys = [keyOf(of, address)]
    const together = ofServer(address, of, limit)
    const before = await selectAttempts(db, [...keys, ...together.keys])
    refuseFull(before, keys, limit)
    refuseServer(before, together, 0)
    const outcome: Outcome<T> = await work().then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    const wrong = wrongIn(outcome)
    if (wrong > 0) {
      const counts = await countAttempts(db, [...keys, ...together.keys], { seconds: 60, add: wrong })
      refuseFull(counts, keys, limit + 1)
      refuseServer(counts, together, 1)
    }
    if ('error' in outcome) throw outcome.error
    return outcome.result
  })
}

interface ServerLimit {
  counted: Counted
  keys: readonly Buffer[]
  limit: number
}

/** The names of the counters in the database, and in the metrics. */
const counters = {
  'sign-ins': 'sign_ins',
  guests: 'guests',
  mails: 'mails',
  'discount codes': 'discount_codes',
  'gift cards': 'gift_cards',
} as const satisfies Record<string, Counted>

/** What the servers of a shop's storefront have for all shoppers whose addresses they name: they could make them up. */
function ofServer(address: string, what: keyof typeof counters, limit: number): ServerLimit {
  const shop = serverOf(address)
  const share = what === 'guests' ? 10 * serverShare : serverShare
  const keys = shop === undefined ? [] : [keyOf(`${what} through`, shop)]
  return { counted: counters[what], keys, limit: limit * share }
}

/** @param own whether the counts contain this attempt: 1 if they do */
function refuseServer(counts: readonly AttemptCount[], { counted, keys, limit }: ServerLimit, own: 0 | 1): void {
  const full = counts.filter((one) => isFull([one], keys, limit + own))
  if (full.length === 0) return
  const retryAfter = Math.max(...full.map((one) => one.seconds_left))
  throw new SharedLimitError('storefront_server', counted, { why: 'too many attempts', retryAfter })
}

function refuseFull(counts: readonly AttemptCount[], keys: readonly Buffer[], limit: number): void {
  if (!isFull(counts, keys, limit)) return
  const full = counts.filter((one) => isFull([one], keys, limit))
  const retryAfter = Math.max(...full.map((count) => count.seconds_left))
  throw new AppError('RATE_LIMITED', 'too many attempts; wait a minute', { retryAfter })
}

function isFull(counts: readonly AttemptCount[], keys: readonly Buffer[], limit: number): boolean {
  return counts.some(({ key, count }) => count >= limit && keys.some((one) => one.equals(key)))
}
