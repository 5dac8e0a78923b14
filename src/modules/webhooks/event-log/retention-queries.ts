import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { forgetDeliveryCounts } from '../deliveries/count-queries.ts'
import { forgetStretches } from './count-queries.ts'

/**
 * Making and dropping partitions takes locks that readers would queue up behind: rather than have them wait for long it
 * gives up, and is tried again ten minutes later.
 */
const giveUpSoon = (transaction: Transaction) => sql`set local lock_timeout = '500ms'`.execute(transaction)

export async function createPartitions(transaction: Transaction, daysAhead: number): Promise<void> {
  await giveUpSoon(transaction)
  await sql`
    select create_day_partitions((now() at time zone 'UTC')::date + ahead)
      from generate_series(0, ${daysAhead}::int) ahead`.execute(transaction)
}

/** Drops what is older than that many whole days, and what would still wait to be sent of it. */
export async function dropPartitions(transaction: Transaction, keepDays: number): Promise<void> {
  await giveUpSoon(transaction)
  const oldest = sql`(now() at time zone 'UTC')::date - ${keepDays}::int`
  await sql`
    delete from delivery_queue
     where delivery_id < (select uuid_at((${oldest})::timestamp at time zone 'UTC'))`.execute(transaction)
  await sql`select drop_partitions_before(${oldest})`.execute(transaction)
  await forgetDeliveryCounts(transaction, oldest)
  await forgetStretches(transaction, oldest)
}

export async function deleteForgottenSubscriptions(db: Executor, days: number): Promise<void> {
  await sql`
    delete from webhook_subscriptions subscription
     where deleted_at < now() - make_interval(days => ${days}::int)
       and not exists (select from delivery_queue where subscription_id = subscription.id)`.execute(db)
}

export interface SealedSecrets {
  id: string
  secret: Buffer
  previous_secret: Buffer | null
}

/** A page of all merchants' sealed secrets, by id; the only reader of them all, for sealing them anew. */
export async function selectSecretsAfter(db: Executor, id: string, limit: number): Promise<SealedSecrets[]> {
  return db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'secret', 'previous_secret'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Puts the same secrets in other boxes, unless they have been rotated since they were read. */
export async function replaceSealedSecrets(
  db: Executor,
  before: SealedSecrets,
  after: Pick<SealedSecrets, 'secret' | 'previous_secret'>,
): Promise<void> {
  await db
    .updateTable('webhook_subscriptions')
    .set({ secret: after.secret, previous_secret: after.previous_secret })
    .where('id', '=', before.id)
    .where('secret', '=', before.secret)
    .where((eb) => eb('previous_secret', 'is not distinct from', before.previous_secret))
    .execute()
}
