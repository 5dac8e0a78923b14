import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface SealedSecret {
  user_id: string
  secret: Buffer
}

/** Sealed secrets of all users in the order of their ids: the only statement that reads them all. */
export async function selectSecretsAfter(db: Executor, userId: string, limit: number): Promise<SealedSecret[]> {
  const { rows } = await sql<SealedSecret>`
    select user_id, secret from two_factors where user_id > ${userId} order by user_id limit ${limit}`.execute(db)
  return rows
}

/** Changes nothing if the secret was replaced since it was read. */
export async function replaceSealedSecret(db: Executor, before: SealedSecret, secret: Buffer): Promise<void> {
  await sql`
    update two_factors set secret = ${secret}
     where user_id = ${before.user_id} and secret = ${before.secret}`.execute(db)
}
