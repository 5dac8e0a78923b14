/**
 * What a statement of PostgreSQL could see: transactions below `next` that had ended. Numbers are texts of `xid8`.
 *
 * Of `pg_current_snapshot()`, whose text is `xmin:xmax:running,…` (PostgreSQL manual, 9.27.10).
 */
export interface Snapshot {
  /** Those below `next` that were still running. */
  running: string[]
  next: string
}

export function parseSnapshot(text: string): Snapshot {
  const [, next = '', running = ''] = text.split(':')
  return { running: running === '' ? [] : running.split(','), next }
}
