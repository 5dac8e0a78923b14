import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'

export interface QueueState {
  depth: number
  leased: number
  oldestDueSeconds: number
  /** Of receivers that answer: a receiver that fails lets its deliveries wait, and no others. */
  oldestAnsweringSeconds: number
  deadRows: number
  oldestTransactionSeconds: number
  failingReceivers: number
  worst: { subscription_id: string; consecutive_failures: number }[]
}

/** All gauges in one statement. The queue is counted up to 10,000 rows and estimated above, so it stays quick. */
export async function selectQueueState(db: Database, namedReceivers: number): Promise<QueueState> {
  const { rows } = await sql<Omit<QueueState, 'worst'> & { worst: QueueState['worst'] | null }>`
    with recursive counted as (
      select count(*) as rows from (select from delivery_queue limit 10001) few
    ), receiver as (
      -- The oldest due time of each receiver: one index look-up each, whatever it has waiting.
      (select subscription_id, due_at, 1 as number from delivery_queue where lease_token is null
        order by subscription_id, due_at limit 1)
      union all
      select next.subscription_id, next.due_at, receiver.number + 1
        from receiver cross join lateral (
          select subscription_id, due_at from delivery_queue
           where lease_token is null and subscription_id > receiver.subscription_id
           order by subscription_id, due_at limit 1) next
       where receiver.number < 10000
    )
    select case when counted.rows <= 10000 then counted.rows
                else greatest(counted.rows,
                              (select reltuples from pg_class where oid = 'delivery_queue'::regclass)::bigint)
           end as depth,
           (select count(*) from delivery_queue where lease_token is not null) as leased,
           greatest((select extract(epoch from clock_timestamp() - min(due_at))::double precision from receiver), 0)
             as "oldestDueSeconds",
           greatest((select extract(epoch from clock_timestamp() - min(due_at))::double precision from receiver
                      where not exists (select from failing_receivers failing
                                         where failing.subscription_id = receiver.subscription_id
                                           and failing.consecutive_failures > 0)), 0) as "oldestAnsweringSeconds",
           coalesce((select n_dead_tup from pg_stat_user_tables where relid = 'delivery_queue'::regclass), 0)
             as "deadRows",
           coalesce((select max(extract(epoch from clock_timestamp() - xact_start))::double precision
                       from pg_stat_activity
                      where datname = current_database() and (backend_xid is not null or backend_xmin is not null)), 0)
             as "oldestTransactionSeconds",
           (select count(*) from failing_receivers where consecutive_failures > 0) as "failingReceivers",
           (select json_agg(json_build_object('subscription_id', subscription_id,
                                              'consecutive_failures', consecutive_failures))
              from (select subscription_id, consecutive_failures from failing_receivers where consecutive_failures > 0
                     order by consecutive_failures desc, subscription_id limit ${namedReceivers}) most) as worst
      from counted`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate returns one row')
  return { ...row, worst: row.worst ?? [] }
}
