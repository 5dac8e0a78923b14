import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Requests of a key that a process has counted and not reported yet. */
export interface Report {
  key: Buffer
  count: number
  /** Seconds since the window of the process began. */
  age: number
}

export interface Total {
  key: Buffer
  /** What all processes have reported in the current window. */
  count: number
  /** Seconds until the window ends. */
  seconds_left: number
}

/** Adds the reports, in key order, so that concurrent calls cannot deadlock. A window is a minute. */
export async function addRequests(db: Executor, reports: readonly Report[]): Promise<Total[]> {
  const keys = reports.map(({ key }) => key)
  const counts = reports.map(({ count }) => count)
  const ages = reports.map(({ age }) => age)
  const { rows } = await sql<Total>`
    insert into request_counts as known (key, window_start, count)
    select key, clock_timestamp() - make_interval(secs => max(age)), sum(count)
      from unnest(${keys}::bytea[], ${counts}::integer[], ${ages}::float8[]) as given (key, count, age)
     group by key
     order by key
    on conflict (key) do update set
      count = case when known.window_start > clock_timestamp() - interval '1 minute'
                   then known.count + excluded.count else excluded.count end,
      window_start = case when known.window_start > clock_timestamp() - interval '1 minute'
                          then known.window_start else excluded.window_start end
    returning key, count,
      extract(epoch from window_start + interval '1 minute' - clock_timestamp())::float8 as seconds_left`.execute(db)
  return rows
}

export async function deleteOldRequestCounts(db: Executor): Promise<void> {
  await sql`delete from request_counts where window_start < now() - interval '2 minutes'`.execute(db)
}
