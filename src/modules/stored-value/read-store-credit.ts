import type { Executor } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { selectAccount } from './account-queries.ts'
import { selectEntries } from './entry-queries.ts'
import { presentEntry } from './schemas.ts'

/** The most entries of a ledger in an answer. */
export const maxEntries = 1_000

/** Store credit of a user at a shop; 0 for a user who never had any. */
export async function readStoreCredit(
  db: Executor,
  shop: Pick<Merchant, 'id' | 'currency'>,
  userId: string,
  viewer: 'owner' | 'staff',
) {
  const account = await selectAccount(db, shop.id, { userId })
  if (account === undefined) return { balance: 0, currency: shop.currency, ledger: [] }
  const { currency } = account
  const entries = await selectEntries(db, shop.id, account.id, maxEntries)
  return {
    balance: toMajor(account.balance_minor, currency),
    currency,
    ledger: entries.map((entry) => presentEntry(entry, currency, viewer)),
  }
}
