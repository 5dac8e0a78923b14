import type { Executor } from '#src/platform/db/transaction.ts'
import { keyOf } from './keys.ts'
import { countAttempts, selectAttempts, takeBackAttempts } from './queries.ts'

/** Mails an hour to addresses that nobody has proved; 0 is off. */
export interface MailLimits {
  MAIL_LIMITS: readonly [ofAddress: number, ofPerson: number, ofShop: number]
}

/** Who causes a mail to an address that is not proved; each that is given is counted. */
export interface MailCause {
  /** Of the client, as limits count it. */
  address?: string | undefined
  /** A guest or an account. */
  userId?: string | undefined
  /** The shop as whose customer somebody acts. */
  merchantId?: string | undefined
  /** The shop for which staff acts. Of its own: what strangers do there must not silence the shop. */
  staffOf?: string | undefined
}

const hour = 3600

/**
 * Counts mails to addresses that are not confirmed ones of an account (docs/reference/accounts.md#limits-of-mails), in
 * the database for all processes. False if one of the limits is reached: the mails are left out, and nothing is
 * counted. Only a first look is taken then, so that who goes on and on writes nothing.
 */
export async function takeMails(
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
  await takeBackAttempts(executor, counts, mails)
  return false
}
