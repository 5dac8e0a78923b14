import type { CursorPosition } from './cursor.ts'
import type { Total } from './totals.ts'

/** The requested part of a list: at most `limit` items from an offset, or after a cursor; then the offset is 0. */
export interface PageRange {
  limit: number
  offset: number
  after: CursorPosition['after'] | undefined
}

export interface PageRequest extends PageRange {
  /**
   * The total of the list: from the cursor; else from a page of `fetched` rows, if it is the last one; else from
   * `count`, which may be cached (`countUpToMaximum`).
   */
  total(fetched: number, count: () => Promise<number>): Promise<Total>
}

/** Result of a list query: the items of the page and its pagination. */
export interface Page<T> extends PageBounds {
  items: T[]
}

/** Total of the list, and the end of the page. */
export interface PageBounds {
  total: Total
  hasMore: boolean
  /** Sort values of the last item, after which the next page begins. */
  last: CursorPosition['after'] | undefined
}

/** Makes a page of at most `limit` rows; further rows only say that there are more. */
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
