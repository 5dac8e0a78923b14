import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface SealedSecrets {
  id: string
  secret: Buffer
  previous_secret: Buffer | null
}

/** Sealed secrets of all merchants in the order of their ids: the only statement that reads them all. */
export async function selectSecretsAfter(db: Executor, id: string, limit: number): Promise<SealedSecrets[]> {
  const { rows } = await sql<SealedSecrets>`
    select id, secret, previous_secret from webhook_subscriptions where id > ${id} order by id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Changes nothing if the secret was rotated since it was read. */
export async function replaceSealedSecrets(
  db: Executor,
  before: SealedSecrets,
  after: Pick<SealedSecrets, 'secret' | 'previous_secret'>,
): Promise<void> {
  await sql`
    update webhook_subscriptions set secret = ${after.secret}, previous_secret = ${after.previous_secret}
     where id = ${before.id} and secret = ${before.secret}
       and previous_secret is not distinct from ${before.previous_secret}`.execute(db)
}
