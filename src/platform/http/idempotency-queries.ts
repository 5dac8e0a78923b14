import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** How long an answer is repeated. */
const keptFor = sql`interval '24 hours'`

/** Takes the key for this transaction without waiting; false while another transaction has it. */
export async function lockKey(transaction: Transaction, owner: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${owner}\n${key}`}, 0)) as locked`.execute(transaction)
  return rows[0]?.locked ?? false
}

export interface StoredKey {
  fingerprint: Buffer
  /** Null while the work is under way; `body` then says which work it is. */
  status: number | null
  body: Buffer
}

/** Call after `lockKey`, in a statement of its own: its snapshot must be younger than the lock. */
export async function selectKey(transaction: Transaction, owner: string, key: string): Promise<StoredKey | undefined> {
  const { rows } = await sql<StoredKey>`
    select fingerprint, status, body from idempotency_keys
     where owner = ${owner} and key = ${key} and created_at >= now() - ${keptFor}`.execute(transaction)
  return rows[0]
}

/** Stores a key that `selectKey` did not find; one that has expired gives way. */
export async function insertKey(
  transaction: Transaction,
  { owner, key, fingerprint, status, body }: StoredKey & { owner: string; key: string },
): Promise<void> {
  await sql`
    insert into idempotency_keys (owner, key, fingerprint, status, body)
    values (${owner}, ${key}, ${fingerprint}, ${status}, ${body})
    on conflict (owner, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = now()`.execute(
    transaction,
  )
}

/** Stores the answer of work that was under way. */
export async function completeKey(
  db: Executor,
  owner: string,
  key: string,
  answer: { status: number; body: Buffer },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set(answer)
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('status', 'is', null)
    .execute()
}

export async function deleteKeysOf(transaction: Transaction, owners: readonly string[]): Promise<void> {
  await transaction.deleteFrom('idempotency_keys').where('owner', 'in', owners).execute()
}

/** Deletes what is older than the 24 hours a key is kept; answers how many, at most 5000. */
export async function deleteExpiredKeys(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (owner, key) in (
      select owner, key from idempotency_keys where created_at < now() - ${keptFor} limit 5000)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
