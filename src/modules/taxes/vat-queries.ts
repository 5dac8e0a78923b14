import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { VatAnswer } from './vat-register.ts'

interface StoredAnswer extends VatAnswer {
  checked_at: Date
}

/** The register's answer about a number, if it is less than a day old. */
export async function selectVatCheck(
  db: Executor,
  merchantId: string,
  number: string,
): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`
    select status, reference, checked_at from vat_checks
     where merchant_id = ${merchantId} and number = ${number} and checked_at > now() - interval '1 day'`.execute(db)
  return rows[0]
}

/** Stores an answer and returns its time. */
export async function storeVatCheck(
  db: Executor,
  merchantId: string,
  number: string,
  { status, reference }: VatAnswer,
): Promise<Date> {
  const { rows } = await sql<{ checked_at: Date }>`
    insert into vat_checks (merchant_id, number, status, reference, checked_at)
    values (${merchantId}, ${number}, ${status}, ${reference}, now())
    on conflict (merchant_id, number)
    do update set status = excluded.status, reference = excluded.reference, checked_at = excluded.checked_at
    returning checked_at`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the statement returns a row')
  return row.checked_at
}

/** Orders keep the answers that they were placed with. */
export async function deleteOldVatChecks(db: Executor): Promise<void> {
  await sql`delete from vat_checks where checked_at < now() - interval '2 days'`.execute(db)
}
