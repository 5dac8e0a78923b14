import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool.ts'
import type { Charge } from './provider.ts'

/** Writes a charge, unless it was written before; answers whether it succeeded the first time. */
export async function insertCharge(
  db: Database,
  { paymentId, amountMinor, currency }: Charge,
  succeeds: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ succeeded: boolean }>`
    insert into test_provider_charges (payment_id, amount_minor, currency, succeeded)
    values (${paymentId}, ${amountMinor}, ${currency}, ${succeeds})
    on conflict (payment_id) do update set payment_id = excluded.payment_id
    returning succeeded`.execute(db)
  return rows[0]?.succeeded ?? succeeds
}

/** Whether the charge succeeded; undefined if there was none. */
export async function selectCharge(db: Database, paymentId: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ succeeded: boolean }>`
    select succeeded from test_provider_charges where payment_id = ${paymentId}`.execute(db)
  return rows[0]?.succeeded
}

export async function updateRefunded(db: Database, paymentId: string): Promise<void> {
  await sql`
    update test_provider_charges set refunded_at = now()
     where payment_id = ${paymentId} and succeeded and refunded_at is null`.execute(db)
}
