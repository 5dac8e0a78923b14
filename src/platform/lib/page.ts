import type { CursorPosition } from './cursor.ts'

/**
 * Which part of a list is asked for: at most `limit` items from an offset, or behind a cursor; then the offset is 0.
 */
export interface PageRequest {
  limit: number
  offset: number
  after: CursorPosition['after'] | undefined
}

/** What a list query answers: the page's items, and what stands around them. */
export interface Page<T> extends PageBounds {
  items: T[]
}

/** The exact number of items of the whole list, and where the page ends. */
export interface PageBounds {
  total: number
  hasMore: boolean
  /** Sort values of the last item; the next page begins behind them. */
  last: CursorPosition['after'] | undefined
}

/** Makes a page of `limit + 1` fetched rows: the extra row only says that there is more. */
export function toPage<T>(
  rows: T[],
  limit: number,
  total: number,
  position: (row: T) => CursorPosition['after'],
): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, hasMore: rows.length > limit, last: last === undefined ? undefined : position(last) }
}
