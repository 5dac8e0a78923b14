import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** The tables of the demo shop; what others refer to comes first. */
export const tables = [
  'merchants',
  'users',
  'staff',
  'merchant_settings',
  'shipping_methods',
  'tax_rates',
  'invitations',
  'api_keys',
  'addresses',
  'customers',
  'products',
  'stock',
  'stock_movements',
  'carts',
  'cart_items',
  'orders',
  'order_items',
  'payments',
  'fulfillments',
  'refunds',
  'test_provider_charges',
  'test_provider_refunds',
  'events',
  'event_log_heads',
  'webhook_subscriptions',
  'deliveries',
  'delivery_attempts',
  'failing_receivers',
  'audit_entries',
] as const
export type Table = (typeof tables)[number]

const rowsAtOnce = 3_000

/** Bytes as `insertRows` takes them. */
export function binary(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

/** Text that is stored in bytes. */
export function binaryText(text: string): string {
  return text.replaceAll('\\', '\\\\')
}

/** Inserts rows with the columns of the first one; a column that it lacks has its default. */
export async function insertRows(
  transaction: Transaction,
  table: Table,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = JSON.stringify(rows.slice(from, from + rowsAtOnce))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${part}::json)`.execute(transaction)
  }
}

/** The time by the clock of the database. */
export async function readClock(transaction: Transaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(transaction)
  return rows[0]?.now ?? new Date()
}

/** Makes the partitions of all days since then. */
export async function makePartitions(transaction: Transaction, since: Date): Promise<void> {
  await sql`
    select create_day_partitions(day::date), create_audit_partition(day::date)
      from generate_series((${since}::timestamptz at time zone 'UTC')::date, (now() at time zone 'UTC')::date,
                           interval '1 day') day`.execute(transaction)
}

/** Ends carts, refunds and deliveries: figures of these count changes, not rows. */
export async function endWhatHasEnded(
  transaction: Transaction,
  abandoned: readonly { id: string; abandoned_at: Date | null }[],
): Promise<void> {
  await sql`
    update carts set status = 'abandoned', abandoned_at = given.abandoned_at
      from unnest(${abandoned.map(({ id }) => id)}::uuid[],
                  ${abandoned.map((cart) => cart.abandoned_at)}::timestamptz[]) given (id, abandoned_at)
     where carts.id = given.id`.execute(transaction)
  await sql`
    update refunds set status = 'succeeded' where status = 'pending' and settled_at is not null`.execute(transaction)
  await sql`
    update deliveries set status = case last_status_code when 204 then 'delivered' else 'failed' end
     where status = 'pending'`.execute(transaction)
}
