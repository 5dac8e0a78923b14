import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface SealedSecrets {
  id: string
  secret: Buffer
  previous_secret: Buffer | null
}

/**
 * Secrets of all merchants that are not sealed with the key of this prefix, in id order: the only statement that reads
 * them all.
 */
export async function selectSealedOtherwise(db: Executor, prefix: Buffer, after: string): Promise<SealedSecrets[]> {
  const isOther = (column: string) =>
    sql`substring(${sql.ref(column)} from 1 for length(${prefix}::bytea)) <> ${prefix}`
  const { rows } = await sql<SealedSecrets>`
    select id, secret, previous_secret from webhook_subscriptions
     where id > ${after} and (${isOther('secret')} or ${isOther('previous_secret')})
     order by id limit 200`.execute(db)
  return rows
}

/** Changes nothing and returns false if the secret was rotated since it was read. */
export async function replaceSealedSecrets(
  db: Executor,
  before: SealedSecrets,
  after: Pick<SealedSecrets, 'secret' | 'previous_secret'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_subscriptions set secret = ${after.secret}, previous_secret = ${after.previous_secret}
     where id = ${before.id} and secret = ${before.secret}
       and previous_secret is not distinct from ${before.previous_secret}`.execute(db)
  return numAffectedRows === 1n
}
