import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

const rowsAtOnce = 3_000

/** Inserts rows into the columns that the first one has; the others have their defaults. */
export async function insertRows(transaction: Transaction, table: string, rows: readonly object[]): Promise<void> {
  const { rows: names } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
       and attname = any (${Object.keys(rows[0] ?? {})})`.execute(transaction)
  const columns = sql.join(names.map(({ name }) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = JSON.stringify(rows.slice(from, from + rowsAtOnce))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${part}::json)`.execute(transaction)
  }
}

/** What a trigger has recorded when the products were inserted: they have a history. */
export async function deletePrices(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`delete from prices where merchant_id = ${merchantId}`.execute(transaction)
}

/** Makes the partitions of all days since then. */
export async function makePartitions(transaction: Transaction, since: Date): Promise<void> {
  await sql`
    select create_day_partitions(day::date), create_audit_partition(day::date)
      from generate_series((${since}::timestamptz at time zone 'UTC')::date, (now() at time zone 'UTC')::date,
                           interval '1 day') day`.execute(transaction)
}

/** Figures that triggers record when a row changes: rows loaded in their final state cause no change. */
export async function noteFiguresOfEnds(transaction: Transaction): Promise<void> {
  await sql`
    insert into figure_changes (merchant_id, hour, abandoned_carts)
    select merchant_id, quarter_of(abandoned_at), count(*)
      from carts where abandoned_at is not null group by 1, 2`.execute(transaction)
  await sql`
    insert into figure_changes (merchant_id, hour, delivered, failed)
    select merchant_id, quarter_of(updated_at), count(*) filter (where status = 'delivered'),
           count(*) filter (where status = 'failed')
      from deliveries group by 1, 2`.execute(transaction)
  await sql`
    insert into sales_changes (merchant_id, hour, refunded_minor, refund_id)
    select merchant_id, quarter_of(settled_at), amount_minor - coalesce(voucher_minor, 0), id
      from refunds where status = 'succeeded'`.execute(transaction)
}
