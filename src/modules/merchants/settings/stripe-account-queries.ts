import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** The shop's account at the provider of cards; null: the platform's own. */
export async function selectStripeAccount(db: Executor, merchantId: string): Promise<string | null> {
  const { rows } = await sql<{ account: string | null }>`
    select stripe_account as account from merchant_settings where merchant_id = ${merchantId}`.execute(db)
  return rows[0]?.account ?? null
}

/** Returns the previous account; null: none. */
export async function updateStripeAccount(
  transaction: Transaction,
  merchantId: string,
  account: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with before as (
      select stripe_account from merchant_settings where merchant_id = ${merchantId} for no key update
    ), written as (
      insert into merchant_settings (merchant_id, stripe_account) values (${merchantId}, ${account})
          on conflict (merchant_id) do update set stripe_account = excluded.stripe_account
    )
    select stripe_account as before from before`.execute(transaction)
  return rows[0]?.before ?? null
}
