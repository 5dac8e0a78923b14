import type { Executor } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { keyOf } from './keys.ts'
import { countAttempts, selectAttempts, uncountAttempts } from './queries.ts'

/** Limits of mails per hour to unconfirmed addresses; 0 is off. */
export interface MailLimits {
  MAIL_LIMITS: readonly [ofAddress: number, ofPerson: number, ofShop: number]
}

/** Causes of a mail to an unconfirmed address; each given one is counted. */
export interface MailCause {
  /** Client address, as limits count it. */
  address?: string | undefined
  /** A guest or an account. */
  userId?: string | undefined
  /** The shop of which the user is a customer. */
  merchantId?: string | undefined
  /** The shop for which staff acts. A separate count: strangers must not be able to block the shop's own mails. */
  staffOf?: string | undefined
}

const hour = 3600

/**
 * Counts mails to addresses that are not confirmed ones of an account (docs/reference/accounts.md#limits-of-mails), in
 * the database for all processes. If one of the limits is reached it returns false, no mail is sent and none is
 * counted. A first read checks that, so that a flood writes nothing.
 */
export async function countMails(
  executor: Executor,
  { MAIL_LIMITS: [ofAddress, ofPerson, ofShop] }: MailLimits,
  { address, userId, merchantId, staffOf }: MailCause,
  mails = 1,
): Promise<boolean> {
  const limits = [
    { key: 'new mail from', id: address, limit: ofAddress },
    { key: 'new mail by', id: userId, limit: ofPerson },
    { key: 'new mail at', id: merchantId, limit: ofShop },
    { key: 'new mail of staff at', id: staffOf, limit: ofShop },
  ].flatMap(({ key, id, limit }) => (id === undefined || limit === 0 ? [] : [{ key: keyOf(key, id), limit }]))
  if (limits.length === 0) return true
  const keys = limits.map(({ key }) => key)
  const isBeyond = (counts: readonly { key: Buffer; count: number }[], more: number) =>
    counts.some((one) => limits.some(({ key, limit }) => key.equals(one.key) && one.count + more > limit))
  if (isBeyond(await selectAttempts(executor, keys), mails)) return false
  const counts = await countAttempts(executor, keys, { seconds: hour, add: mails })
  if (!isBeyond(counts, 0)) return true
  await uncountAttempts(executor, counts, mails)
  return false
}

/**
 * Counts a mail that anybody can ask for who names its recipient, confirmed or not: as many in a day for a mailbox as a
 * person may cause in an hour. False: no more today.
 */
export async function countMailTo(
  executor: Executor,
  { MAIL_LIMITS: [, ofPerson] }: MailLimits,
  mailbox: string,
): Promise<boolean> {
  if (ofPerson === 0) return true
  const counts = await countAttempts(executor, [keyOf('mail asked for to', mailbox)], { seconds: 24 * hour, add: 1 })
  return counts.every(({ count }) => count <= ofPerson)
}

/** Counts a mail that staff sends to any address. @throws AppError RATE_LIMITED: the shop may send no more this hour */
export async function countMailOfStaff(executor: Executor, limits: MailLimits, merchantId: string): Promise<void> {
  if (await countMails(executor, limits, { staffOf: merchantId })) return
  throw new AppError(
    'RATE_LIMITED',
    'the shop has reached its hourly limit of mails to new addresses; try again later',
    { retryAfter: hour },
  )
}
