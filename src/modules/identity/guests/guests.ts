import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { UserRow } from '../accounts/queries.ts'
import type { AtShops } from '../accounts/user-events.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Revocations } from '../sessions/revocations.ts'
import { endSessions, openSession, type TokenPair } from '../sessions/sessions.ts'
import { expireGuest, insertGuest, isGuest, lockGuest, makeAccount } from './queries.ts'

/**
 * A guest is a user without address and password. Their carts and orders are those of any user. Until they order or
 * register, they are no customer of a shop and cause no events.
 */

/** Creates a guest and opens their session. @throws AppError MERCHANT_ACCESS_DENIED */
export async function createGuest(
  db: Executor,
  { memberships, tokens }: Pick<Dependencies, 'memberships' | 'tokens'>,
  deviceId: string,
  namedMerchantId: string | undefined,
): Promise<{ user: UserRow; tokens: TokenPair }> {
  if (namedMerchantId !== undefined && (await memberships.findMerchantId(db, namedMerchantId)) === undefined) {
    throw new AppError('MERCHANT_ACCESS_DENIED', 'merchant-id is not the id of a shop')
  }
  return inTransaction(db, async (transaction) => {
    const user = await insertGuest(transaction, newId())
    const opened = await openSession(transaction, tokens, { id: user.id, password_hash: null }, deviceId)
    if (opened === undefined) throw new Error('the guest was created in this transaction')
    return { user, tokens: opened.tokens }
  })
}

/** Somebody for whom staff of a shop orders: without a session; the shop has what it was told of them. */
export async function enterGuest(transaction: Transaction, id: string): Promise<void> {
  await insertGuest(transaction, id)
}

/**
 * Turns a guest into an account with the same id, which keeps their carts and orders. Undefined as in `insertUser`.
 * @throws AppError CONFLICT if the guest has registered or signed in at the same time, EMAIL_TAKEN
 */
export async function registerGuest(
  transaction: Transaction,
  account: Parameters<typeof makeAccount>[1],
): Promise<UserRow | undefined> {
  if (!(await lockGuest(transaction, account.id))) {
    throw new AppError('CONFLICT', 'this guest has registered already; sign out before another registration')
  }
  return makeAccount(transaction, account).catch((error) => {
    throw violates(error, 'users_email_key') ? duplicateEmail() : error
  })
}

export function duplicateEmail(): AppError {
  return new AppError('EMAIL_TAKEN', 'an account with this e-mail address exists')
}

/**
 * Ends a guest who signs in to an account: their sessions end, and their cart lines move to the account. Their orders
 * stay with the guest, because order and shop have recorded the buyer. Does nothing for a user who is no guest any
 * more.
 */
export async function endGuest(
  transaction: Transaction,
  deps: AtShops & { revocations: Revocations },
  guestId: string,
  userId: string,
): Promise<void> {
  if (!(await expireGuest(transaction, guestId))) return
  await endSessions(transaction, deps.revocations, guestId)
  await deps.guestCarts.move(transaction, guestId, userId)
}

/** The error for a guest's request that needs an account. @throws AppError CONFLICT */
export function refuseGuest(): never {
  throw new AppError('CONFLICT', 'guests have no e-mail address or password; register first')
}

/** @throws AppError CONFLICT */
export async function refuseIfGuest({ db }: Pick<Dependencies, 'db'>, userId: string): Promise<void> {
  if (await isGuest(db, userId)) refuseGuest()
}
