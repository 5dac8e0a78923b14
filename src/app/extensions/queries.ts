import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'

export async function sendStatement<Row>(
  transaction: Transaction,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await transaction.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** Settings of a transaction that an extension's statements need otherwise. */
export interface Standing {
  role: string
  path: string
}

/** Of the platform: its path, and the schema that is first in it. */
export async function selectPath(transaction: Transaction): Promise<{ path: string; schema: string }> {
  const { rows } = await sql<{ path: string; schema: string }>`
    select current_setting('search_path') as path, quote_ident(current_schema()) as schema`.execute(transaction)
  const [found] = rows
  if (found === undefined) throw new Error('the connection has no path')
  return found
}

export async function setStanding(transaction: Transaction, { role, path }: Standing): Promise<void> {
  await sql`select set_config('role', ${role}, true), set_config('search_path', ${path}, true)`.execute(transaction)
}

/** Returns the limit of a statement before. */
export async function setStatementLimit(transaction: Transaction, limit: string): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    with before as materialized (select current_setting('statement_timeout') as before)
    select before, set_config('statement_timeout', ${limit}, true) from before`.execute(transaction)
  return rows[0]?.before ?? limit
}

export async function beginReaction(transaction: Transaction): Promise<void> {
  await sql`savepoint reaction`.execute(transaction)
}

export async function endReaction(transaction: Transaction): Promise<void> {
  await sql`release savepoint reaction`.execute(transaction)
}

export async function undoReaction(transaction: Transaction): Promise<void> {
  await sql`rollback to savepoint reaction`.execute(transaction)
}

/** Those of these roles that the service may take. */
export async function selectRoles(db: Database, roles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    select role from unnest(${roles}::text[]) role where pg_has_role(to_regrole(role), 'member')`.execute(db)
  return rows.map(({ role }) => role)
}
