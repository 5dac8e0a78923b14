import type { CursorPosition } from './cursor.ts'
import type { Total } from './totals.ts'

/**
 * Which part of a list is asked for: at most `limit` items from an offset, or behind a cursor; then the offset is 0.
 */
export interface PageRange {
  limit: number
  offset: number
  after: CursorPosition['after'] | undefined
}

export interface PageRequest extends PageRange {
  /**
   * The total of the list: that of the cursor; or what a page of `fetched` rows tells, if they are its last; else what
   * `count` answers or has answered (`countAtMost`).
   */
  total(fetched: number, count: () => Promise<number>): Promise<Total>
}

/** What a list query answers: the page's items, and what stands around them. */
export interface Page<T> extends PageBounds {
  items: T[]
}

/** How many items the whole list has, and where the page ends. */
export interface PageBounds {
  total: Total
  hasMore: boolean
  /** Sort values of the last item; the next page begins behind them. */
  last: CursorPosition['after'] | undefined
}

/** Makes a page of more rows than `limit` if there are more: the extra rows only say so. */
export async function toPage<T>(
  rows: T[],
  request: PageRequest,
  count: () => Promise<number>,
  position: (row: T) => CursorPosition['after'],
): Promise<Page<T>> {
  const items = rows.slice(0, request.limit)
  const last = items.at(-1)
  return {
    items,
    total: await request.total(rows.length, count),
    hasMore: rows.length > request.limit,
    last: last === undefined ? undefined : position(last),
  }
}
