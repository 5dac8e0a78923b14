import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface SealedSecret {
  user_id: string
  secret: Buffer
}

/**
 * Secrets of all users that are not encrypted with the key of this prefix, in id order: the only statement that reads
 * them all.
 */
export async function selectSealedOtherwise(db: Executor, prefix: Buffer, after: string): Promise<SealedSecret[]> {
  const { rows } = await sql<SealedSecret>`
    select user_id, secret from two_factors
     where user_id > ${after} and substring(secret from 1 for length(${prefix}::bytea)) <> ${prefix}
     order by user_id limit 200`.execute(db)
  return rows
}

/** Changes nothing and returns false if the secret was replaced since it was read. */
export async function replaceSealedSecret(db: Executor, before: SealedSecret, secret: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update two_factors set secret = ${secret}
     where user_id = ${before.user_id} and secret = ${before.secret}`.execute(db)
  return numAffectedRows === 1n
}
