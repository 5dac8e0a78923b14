import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** The address that waits to be confirmed. */
export async function selectPendingEmail(db: Executor, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from pending_emails where user_id = ${userId}`.execute(db)
  return rows[0]?.email
}

/** An address that the account may go back to. */
export async function selectFormerEmail(db: Executor, userId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from former_emails where user_id = ${userId} and id = ${id}`.execute(db)
  return rows[0]?.email
}
