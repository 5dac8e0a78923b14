import { sql } from 'kysely'
import { type Transaction, writeBehind } from '#src/platform/db/transaction.ts'

interface EntryRow {
  id: string
  merchant_id: string
  actor_type: string
  actor_id: string | null
  action: string
  target_type: string
  target_id: string
  /** JSON */
  changes: string
  ip: string | null
  request_id: string | null
}

export async function insertEntries(transaction: Transaction, rows: readonly EntryRow[]): Promise<void> {
  const column = <K extends keyof EntryRow>(name: K) => rows.map((row) => row[name])
  const statement = sql`
    insert into audit_entries
      (at, id, merchant_id, actor_type, actor_id, action, target_type, target_id, changes, ip, request_id)
    select date_trunc('milliseconds', now()), given.* from unnest(
      ${column('id')}::uuid[], ${column('merchant_id')}::uuid[], ${column('actor_type')}::text[],
      ${column('actor_id')}::uuid[], ${column('action')}::text[], ${column('target_type')}::text[],
      ${column('target_id')}::uuid[], ${column('changes')}::jsonb[], ${column('ip')}::text[],
      ${column('request_id')}::text[]) given`
  await writeBehind(transaction, statement)
}

/** Locks the entries of this target until the transaction ends, so that no other checks for one. */
export async function lockTarget(transaction: Transaction, { target_id }: EntryRow): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${target_id}`}, 0))`.execute(transaction)
}

/** Whether the same entry exists. */
export async function hasEntry(transaction: Transaction, row: EntryRow): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entries
     where merchant_id = ${row.merchant_id} and target_id = ${row.target_id} and action = ${row.action}
       and changes = ${row.changes}::jsonb
     limit 1`.execute(transaction)
  return rows.length > 0
}

/** The commit does not wait for the disk: a crash of the database may lose it. */
export async function commitWithoutWaiting(transaction: Transaction): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(transaction)
}
