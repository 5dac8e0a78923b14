import { sql } from 'kysely'
import { readOnlyServer } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, type Transaction, writeBehind } from '#src/platform/db/transaction.ts'

/** How long a response can be replayed. */
const retention = sql`interval '24 hours'`

/**
 * Locks the key for this transaction without waiting; false while another transaction holds it.
 * @throws SQLSTATE 25006 on a read-only server: a former primary may hold keys and rows that its successor never
 * received.
 */
export async function lockKey(transaction: Transaction, owner: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean; is_read_only: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${owner}\n${key}`}, 0)) as locked,
           current_setting('transaction_read_only') = 'on' as is_read_only`.execute(transaction)
  if (rows[0]?.is_read_only) throw readOnlyServer()
  return rows[0]?.locked ?? false
}

export interface StoredKey {
  fingerprint: Buffer
  /** Null while the work runs; `body` then identifies the work. */
  status: number | null
  body: Buffer
}

/** Call after `lockKey`, in a separate statement, because its snapshot must be newer than the lock. */
export async function selectKey(transaction: Transaction, owner: string, key: string): Promise<StoredKey | undefined> {
  const { rows } = await sql<StoredKey>`
    select fingerprint, status, body from idempotency_keys
     where owner = ${owner} and key = ${key} and created_at >= now() - ${retention}`.execute(transaction)
  return rows[0]
}

/** Stores a key that `selectKey` did not find; replaces an expired one. */
export async function insertKey(
  transaction: Transaction,
  { owner, key, fingerprint, status, body }: StoredKey & { owner: string; key: string },
): Promise<void> {
  const statement = sql`
    insert into idempotency_keys (owner, key, fingerprint, status, body)
    values (${owner}, ${key}, ${fingerprint}, ${status}, ${body})
    on conflict (owner, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
           created_at = now()`
  await writeBehind(transaction, statement)
}

/** Stores the response of work done in steps. */
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

/** Counts stored responses that are not encrypted with the key of this prefix. Reads the whole table. */
export async function countSealedOtherwise(db: Executor, prefix: Buffer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from idempotency_keys
     where created_at >= now() - ${retention} and substring(body from 1 for length(${prefix}::bytea)) <> ${prefix}
    `.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteKeysOf(transaction: Transaction, owners: readonly string[]): Promise<void> {
  await transaction.deleteFrom('idempotency_keys').where('owner', 'in', owners).execute()
}

/**
 * Deletes at most 5,000 stored responses: all of requests without a session, and of others those that no client waits
 * for any more. Work in progress keeps its key, so that it is not done twice.
 */
export async function deleteAnsweredKeys(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (owner, key) in (
      select owner, key from idempotency_keys
       where status is not null and (owner like 'device:%' or created_at < now() - interval '10 minutes')
       limit 5000)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes expired keys, at most 5,000. Returns how many. */
export async function deleteExpiredKeys(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (owner, key) in (
      select owner, key from idempotency_keys where created_at < now() - ${retention} limit 5000)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
