/**
 * What a statement of PostgreSQL could see: transactions below `next` that had ended. Numbers are texts of `xid8`.
 *
 * Of `pg_current_snapshot()`, whose text is `xmin:xmax:running,…` (PostgreSQL manual, 9.27.10).
 */
export interface Snapshot {
  /** All below it had ended. */
  oldest: string
  next: string
  /** Those below `next` that were still running. */
  running: string[]
}

export function parseSnapshot(text: string): Snapshot {
  const [oldest = '', next = '', running = ''] = text.split(':')
  return { oldest, next, running: running === '' ? [] : running.split(',') }
}
