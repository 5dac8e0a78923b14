import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { keptDays, maxSources, type VisitKind } from './rules.ts'

interface Visit {
  kind: VisitKind
  source: string
  /** Of the shop's clock from UTC. */
  offsetMs: number
}

/** Takes no lock, so visitors do not wait for each other. */
export async function insertVisit(db: Executor, merchantId: string, visit: Visit): Promise<void> {
  await sql`
    insert into visit_changes (merchant_id, day, kind, source)
    values (${merchantId}, (now() at time zone 'UTC' + make_interval(secs => ${visit.offsetMs}::float8 / 1000))::date,
            ${visit.kind}, ${visit.source})`.execute(db)
}

/**
 * Moves up to `limit` changes into the days, in one statement, and deletes days of the same shops that are too old.
 * Sources beyond those that a day may have are added up as `other`. Returns the number of changes.
 */
export async function foldVisits(db: Executor, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from visit_changes where (merchant_id, id) in (
        select merchant_id, id from visit_changes order by merchant_id, id limit ${limit}
      ) returning *
    ), found as (
      select merchant_id, day, source,
             source in ('direct', 'other') or exists (
               select from visit_days kept
                where (kept.merchant_id, kept.day, kept.source) = (taken.merchant_id, taken.day, taken.source)
             ) as is_known
        from taken group by 1, 2, 3
    ), placed as (
      select *, row_number() over (partition by merchant_id, day, is_known order by source) + (
               select count(*) from visit_days kept
                where (kept.merchant_id, kept.day) = (found.merchant_id, found.day)) as place
        from found
    ), added as (
      insert into visit_days as rollup (merchant_id, day, source, visits, product_views, carts, checkouts)
      select merchant_id, day, case when is_known or place <= ${maxSources} then source else 'other' end as kept_as,
             count(*) filter (where kind = 'visit'), count(*) filter (where kind = 'product'),
             count(*) filter (where kind = 'cart'), count(*) filter (where kind = 'checkout')
        from taken join placed using (merchant_id, day, source)
       group by 1, 2, 3 order by 1, 2, 3
      on conflict (merchant_id, day, source) do update set
        visits = rollup.visits + excluded.visits, product_views = rollup.product_views + excluded.product_views,
        carts = rollup.carts + excluded.carts, checkouts = rollup.checkouts + excluded.checkouts
    ), dropped as (
      delete from visit_days
       where merchant_id in (select merchant_id from taken)
         and day < (now() at time zone 'UTC')::date - ${keptDays}::int
    )
    select count(*)::int as folded from taken`.execute(db)
  return rows[0]?.folded ?? 0
}
