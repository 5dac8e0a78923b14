import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool.ts'
import type { Charge } from './provider.ts'

/**
 * Books a charge, unless it is booked already; answers how it ended the first time. Does not wait for our disk: a real
 * provider has its own, and a charge that a crash of the database forgets was none, as `find` will say.
 */
export async function bookCharge(
  db: Database,
  { paymentId, amountMinor, currency }: Charge,
  succeeds: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ succeeded: boolean }>`
    with booked as (
      insert into test_provider_charges (payment_id, amount_minor, currency, succeeded)
      values (${paymentId}, ${amountMinor}, ${currency}, ${succeeds})
      on conflict (payment_id) do update set payment_id = excluded.payment_id
      returning succeeded
    )
    select succeeded, set_config('synchronous_commit', 'off', true) from booked`.execute(db)
  return rows[0]?.succeeded ?? succeeds
}

/** Books the charge of the row in `payment`, in its statement. Nothing to pay needs no provider. */
export const bookPayment = sql`
  insert into test_provider_charges (payment_id, amount_minor, currency, succeeded)
  select id, amount_minor, currency, true from payment where amount_minor > 0`

/** Whether the charge succeeded; undefined if there was none. */
export async function selectCharge(db: Database, paymentId: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('test_provider_charges')
    .select('succeeded')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.succeeded
}

export async function bookRefund(db: Database, paymentId: string): Promise<void> {
  await db
    .updateTable('test_provider_charges')
    .set({ refunded_at: new Date() })
    .where('payment_id', '=', paymentId)
    .where('succeeded', '=', true)
    .where('refunded_at', 'is', null)
    .execute()
}
