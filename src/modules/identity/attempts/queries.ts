import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export interface AttemptCount {
  key: Buffer
  count: number
  /** As text, because a Date would lose the microseconds. */
  window_start: string
  /** Seconds until the window ends. */
  seconds_left: number
}

/** Counts of these keys in their current window. */
export async function selectAttempts(db: Executor, keys: readonly Buffer[]): Promise<AttemptCount[]> {
  const { rows } = await sql<AttemptCount>`
    select key, count, window_start::text as window_start,
           extract(epoch from window_start + interval '1 minute' - clock_timestamp())::float8 as seconds_left
      from attempt_counts
     where key = any (${keys}::bytea[]) and window_start > clock_timestamp() - interval '1 minute'`.execute(db)
  return rows
}

/** Default length of a window. */
const minute = { seconds: 60, add: 1 }

/**
 * Adds to each key, in key order, so that concurrent calls cannot deadlock. Every window of the table ends a minute
 * after its `window_start`; that of a longer window lies in the future.
 */
export async function countAttempts(
  db: Executor,
  keys: readonly Buffer[],
  { seconds, add }: typeof minute = minute,
): Promise<AttemptCount[]> {
  const ordered = [...keys].sort(Buffer.compare)
  const { rows } = await sql<AttemptCount>`
    insert into attempt_counts as known (key, window_start, count)
    select key, clock_timestamp() + make_interval(secs => ${seconds - 60}::int), ${add}::int
      from unnest(${ordered}::bytea[]) with ordinality as given (key, position)
     order by position
    on conflict (key) do update set
      count = case when known.window_start > clock_timestamp() - interval '1 minute' then known.count + excluded.count
                   else excluded.count end,
      window_start = case when known.window_start > clock_timestamp() - interval '1 minute'
                          then known.window_start else excluded.window_start end
    returning key, count, window_start::text as window_start,
      extract(epoch from window_start + interval '1 minute' - clock_timestamp())::float8 as seconds_left`.execute(db)
  return rows
}

/** Subtracts an attempt from each counter whose window has not ended, in key order like `countAttempts`. */
export async function uncountAttempts(db: Executor, counts: readonly AttemptCount[], added = 1): Promise<void> {
  if (counts.length === 0) return
  await sql`
    with counted as (
      select known.key
        from attempt_counts known
        join unnest(${counts.map(({ key }) => key)}::bytea[], ${counts.map((one) => one.window_start)}::timestamptz[])
             as given (key, window_start) using (key, window_start)
       order by known.key
         for update of known
    )
    update attempt_counts known set count = count - ${added}::int from counted where known.key = counted.key`.execute(
    db,
  )
}

export async function deleteOldAttempts(db: Executor): Promise<void> {
  await sql`delete from attempt_counts where window_start < now() - interval '2 minutes'`.execute(db)
}
