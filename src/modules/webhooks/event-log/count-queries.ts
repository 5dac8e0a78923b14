import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** A stretch of so many events is full; the transaction that fills it lies in it whole. */
const fullStretch = 500

/** Of one step. */
const mostEvents = 20_000

/**
 * Counts the events from the mark to `end` (from `selectLogEnd`, read before) into stretches and moves the mark, about
 * `mostEvents` at a time. Only the sweep calls it, one process at a time. Returns the number of stretches written, and
 * `more` if `end` was not reached.
 *
 * A stretch is filled up by the transactions that follow; those that find it full begin the next. What came before a
 * transaction is a sum less its own: a window that excludes it adds up anew for each (900 events took 35 ms, 20,000 20
 * s).
 */
export async function countEvents(transaction: Transaction, end: string): Promise<{ folded: number; more: boolean }> {
  const { rows } = await sql<{ from: string; until: string }>`
    select mark.counted_until::text as from, coalesce(step.transaction_id, ${end}::xid8)::text as until
      from event_log_mark mark
      left join lateral (
        select transaction_id from events
         where transaction_id > mark.counted_until and transaction_id < ${end}::xid8
         order by transaction_id offset ${sql.lit(mostEvents)} limit 1) step on true
     where mark.counted_until < ${end}::xid8 for update of mark`.execute(transaction)
  const [step] = rows
  if (step === undefined) return { folded: 0, more: false }
  const { numAffectedRows } = await sql`
    with fresh as materialized (
      select merchant_id, uuid_hour(id) / 24 as day, transaction_id, name, count(*)::integer as amount,
             min(id::text) as low,
             max(id::text) as high
        from events
       where transaction_id >= ${step.from}::xid8 and transaction_id < ${step.until}::xid8 and not is_test
       group by 1, 2, 3, 4
    ), owner as materialized (
      select owner.merchant_id, owner.day, last.first_transaction as open, coalesce(last.total, 0) as held
        from (select distinct merchant_id, day from fresh) owner
        left join lateral (
          select first_transaction, total from event_stretches stretch
           where stretch.merchant_id = owner.merchant_id and stretch.day = owner.day
           order by first_transaction desc limit 1) last on last.total < ${sql.lit(fullStretch)}
    ), numbered as (
      select fresh.*, owner.open,
             (owner.held + sum(amount) over (partition by merchant_id, day order by transaction_id)
                - sum(amount) over (partition by merchant_id, day, transaction_id))
             / ${sql.lit(fullStretch)} as part
        from fresh join owner using (merchant_id, day)
    ), placed as (
      select numbered.*,
             coalesce(case when part < 1 then open end,
                      min(transaction_id) over (partition by merchant_id, day, floor(part))) as first
        from numbered
    ), named as (
      select merchant_id, day, first, name, max(transaction_id) as last, min(low) as low, max(high) as high,
             sum(amount) as amount
        from placed group by 1, 2, 3, 4
    )
    insert into event_stretches as stretch
      (merchant_id, day, first_transaction, last_transaction, low, high, total, totals)
    select merchant_id, day, first, max(last), min(low)::uuid, max(high)::uuid, sum(amount),
           jsonb_object_agg(name, amount)
      from named group by 1, 2, 3 order by 1, 2, 3
    on conflict (merchant_id, day, first_transaction) do update set
      last_transaction = excluded.last_transaction, low = least(stretch.low, excluded.low),
      high = greatest(stretch.high, excluded.high), total = stretch.total + excluded.total,
      totals = (select jsonb_object_agg(name, amount)
                  from (select key as name, sum(value::integer) as amount
                          from (select * from jsonb_each_text(stretch.totals)
                                union all select * from jsonb_each_text(excluded.totals)) both_of
                         group by 1) summed)`.execute(transaction)
  await sql`update event_log_mark set counted_until = ${step.until}::xid8`.execute(transaction)
  return { folded: Number(numAffectedRows ?? 0), more: step.until !== end }
}

/**
 * Forgets the stretches of days before that one, whose partitions have just been dropped in this transaction: a sweep
 * that had read them would have kept them from being dropped.
 */
export async function forgetStretches(transaction: Transaction, day: RawBuilder<unknown>): Promise<void> {
  await sql`delete from event_stretches where day < ${day} - date '1970-01-01'`.execute(transaction)
}
