import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Charge, Refund } from './provider.ts'

/** Writes a charge unless it exists; returns whether the first one succeeded. */
export async function insertCharge(
  db: Database,
  { paymentId, amountMinor, currency }: Charge,
  { succeeds, refusesRefunds }: { succeeds: boolean; refusesRefunds: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ succeeded: boolean }>`
    insert into test_provider_charges (payment_id, amount_minor, currency, succeeded, refuses_refunds)
    values (${paymentId}, ${amountMinor}, ${currency}, ${succeeds}, ${refusesRefunds})
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

/** Whether this attempt of a refund was paid; undefined if it was not requested yet. */
export async function selectRefund(db: Database, { refundId, attempt }: Refund): Promise<boolean | undefined> {
  const { rows } = await sql<{ succeeded: boolean }>`
    select succeeded from test_provider_refunds
     where refund_id = ${refundId} and attempt = ${attempt}`.execute(db)
  return rows[0]?.succeeded
}

/**
 * Refunds a part of a charge if so much is left and the charge does not refuse first attempts; returns whether it did.
 * Of two concurrent requests for the same attempt one fails.
 */
export async function insertRefund(
  db: Database,
  { refundId, attempt, paymentId, amountMinor, currency }: Refund,
): Promise<boolean> {
  const { rows } = await sql<{ succeeded: boolean }>`
    with given as (
      update test_provider_charges
         set refunded_minor = refunded_minor + ${amountMinor}::bigint,
             refunded_at = case when refunded_minor + ${amountMinor}::bigint = amount_minor then now() end
       where payment_id = ${paymentId} and currency = ${currency} and succeeded
         and refunded_minor + ${amountMinor}::bigint <= amount_minor
         and not (refuses_refunds and ${attempt}::int = 1)
      returning payment_id
    )
    insert into test_provider_refunds (refund_id, attempt, payment_id, amount_minor, succeeded)
    values (${refundId}, ${attempt}::int, ${paymentId}, ${amountMinor}::bigint, exists (select from given))
    returning succeeded`.execute(db)
  return rows[0]?.succeeded ?? false
}
