import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** The merchant's subscriptions, locked in the order of their ids. */
export async function selectSubscriptionIds(transaction: Transaction, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_subscriptions
     where merchant_id = ${merchantId} and deleted_at is null
     order by id for no key update`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** The previous secret becomes invalid at once. */
export async function overwriteSecret(
  transaction: Transaction,
  merchantId: string,
  id: string,
  secret: Buffer,
): Promise<void> {
  await sql`
    update webhook_subscriptions
       set secret = ${secret}, previous_secret = null, previous_secret_expires_at = null, updated_at = now()
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}
