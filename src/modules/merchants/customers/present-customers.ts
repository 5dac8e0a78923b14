import type { Static } from 'typebox'
import { type AccountRow, presentUser, selectAccounts } from '#src/modules/identity/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { cannotBeRead } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { type CustomerRow, selectOrderEmails } from './queries.ts'
import type { Customer } from './schemas.ts'

/** Customers of a shop as answers show them, by their ids. A guest has the address of their last order. */
export async function presentCustomers(
  identity: Executor,
  shop: Executor,
  { merchantId, currency }: { merchantId: string; currency: string },
  rows: readonly CustomerRow[],
): Promise<Map<string, Static<typeof Customer>>> {
  const found = await selectAccounts(
    identity,
    rows.map((row) => row.user_id),
  )
  const accounts = new Map(found.map((account) => [account.id, account]))
  const guests = found.filter((account) => account.is_guest && account.deleted_at === null).map(({ id }) => id)
  const emails = guests.length === 0 ? undefined : await selectOrderEmails(shop, merchantId, guests)
  return new Map(
    rows.map((row) => [
      row.user_id,
      presentCustomer(row, accounts.get(row.user_id), emails?.get(row.user_id), currency),
    ]),
  )
}

export function presentCustomer(
  row: Omit<CustomerRow, 'position'>,
  account: AccountRow | undefined,
  orderEmail: string | undefined,
  currency: string,
): Static<typeof Customer> {
  // Accounts are not deleted, and are in another database than customers.
  if (account === undefined) throw cannotBeRead('account')
  return {
    ...presentUser(account),
    ...(orderEmail !== undefined && { email: orderEmail }),
    customer_since: row.customer_since.toISOString(),
    order_count: row.order_count,
    order_total: toMajor(row.order_total_minor, currency),
  }
}
