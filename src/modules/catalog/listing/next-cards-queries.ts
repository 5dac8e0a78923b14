import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** The next cards of a shop in the order of their ids, with the products and groups that they are of locked. */
export async function lockNextCards(
  transaction: Transaction,
  merchantId: string,
  behind: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ card_id: string }>`
    select card_id from listings
     where merchant_id = ${merchantId} and context = 0
       and card_id > coalesce(${behind}::uuid, '00000000-0000-0000-0000-000000000000')
     order by card_id limit ${limit}`.execute(transaction)
  const ids = rows.map(({ card_id }) => card_id)
  await lockOwners(transaction, merchantId, 'products', ids)
  await lockOwners(transaction, merchantId, 'product_groups', ids)
  return ids
}

/**
 * Products are locked before groups, both in the order of their ids (listings.sql), so that no change of them is
 * written over with what was there before.
 */
export async function lockOwners(
  transaction: Transaction,
  merchantId: string,
  table: 'products' | 'product_groups',
  ids: readonly string[],
): Promise<void> {
  await sql`
    select from ${sql.table(table)} where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[])
     order by id for no key update`.execute(transaction)
}
