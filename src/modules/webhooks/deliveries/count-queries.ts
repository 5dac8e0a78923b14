import { type RawBuilder, sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import type { DeliveryFilter } from './rules.ts'

/**
 * The hours of a subscription that have deliveries of a filter, each with their number, and the days the same way: the
 * counts and what changed since they were folded. Read in one statement the two are one moment, so the numbers are
 * exact. What is under way counts as pending.
 */
export function countedBlocks(
  { merchantId, subscriptionId }: SubscriptionKey,
  { status, event }: DeliveryFilter,
  blockHours: 1 | 24,
): RawBuilder<{ block: number; amount: number }> {
  const own = sql`merchant_id = ${merchantId} and subscription_id = ${subscriptionId}
    ${event === undefined ? sql`` : sql`and event_name = ${event}`}`
  const amount =
    status === undefined
      ? sql`pending + delivered + failed + cancelled`
      : sql.ref(status === 'delivering' ? 'pending' : status)
  return sql`
    select block, ${amount} as amount from delivery_counts where ${own} and block_hours = ${sql.lit(blockHours)}
    union all
    select hour / ${sql.lit(blockHours)}, ${amount} from delivery_count_changes where ${own}`
}

/** Folds what changed into the counts: taken away and added in one statement. Answers how many changes there were. */
export async function foldDeliveryCounts(db: Executor): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with change as (
      delete from delivery_count_changes returning *
    ), counted as (
      insert into delivery_counts as counted
        (merchant_id, subscription_id, block_hours, block, event_name, pending, delivered, failed, cancelled)
      select merchant_id, subscription_id, span.hours, hour / span.hours, event_name, sum(pending), sum(delivered),
             sum(failed),
             sum(cancelled)
        from change cross join (values (1), (24)) span (hours)
       group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (merchant_id, subscription_id, block_hours, block, event_name) do update set
        pending = counted.pending + excluded.pending, delivered = counted.delivered + excluded.delivered,
        failed = counted.failed + excluded.failed, cancelled = counted.cancelled + excluded.cancelled
    )
    select count(*) as folded from change`.execute(db)
  return rows[0]?.folded ?? 0
}

/**
 * Forgets the counts of days before that one, whose partitions have just been dropped in this transaction: nobody can
 * be writing to them any more. Changes first: that waits for a fold which has taken some of them, and the next
 * statement sees what it has made of them.
 */
export async function forgetDeliveryCounts(transaction: Transaction, day: RawBuilder<unknown>): Promise<void> {
  const first = sql`(${day} - date '1970-01-01')`
  await sql`delete from delivery_count_changes where hour < ${first} * 24`.execute(transaction)
  await sql`delete from delivery_counts where block < ${first} * 24 / block_hours`.execute(transaction)
}
