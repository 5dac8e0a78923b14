import { type TProperties, type TSchema, Type } from 'typebox'
import type { CursorCodec, CursorPosition } from '#src/platform/lib/cursor.ts'
import { named } from './envelope.ts'

/** How a list is asked for: at most `limit` items, from an offset or from behind a cursor's position. */
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

export const Pagination = named(
  'Pagination',
  Type.Object({
    limit: Type.Integer(),
    offset: Type.Integer({ description: 'Items before this page.' }),
    total: Type.Integer({ description: 'Items of the whole list, exact.' }),
    has_more: Type.Boolean(),
    next_cursor: Type.String({ description: 'Send it as `cursor` for the next page; empty on the last one.' }),
  }),
)

/** The query parameters of a list, with its own limits, and those the list adds. */
export function listQuery<T extends TProperties>(limits: { default: number; max: number }, more: T) {
  return Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: limits.max, default: limits.default }),
    offset: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: '`next_cursor` of the page before; wins over `offset`.',
      }),
    ),
    ...more,
  })
}

/** The limits of every list that the specification's table does not name. */
export const defaultLimits = { default: 20, max: 100 }

export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({
    success: Type.Literal(true),
    data: Type.Object({ items: Type.Array(item), pagination: Pagination }),
  })
}

interface ListQuery {
  limit: number
  offset: number
  cursor?: string
}

/**
 * A list seen through its query. `list` names the list, its owner, filters and sort: a cursor is good for exactly that.
 */
export function paginate(cursors: CursorCodec, list: readonly unknown[], query: ListQuery) {
  const key = JSON.stringify(list)
  const position = query.cursor === undefined ? undefined : cursors.decode(key, query.cursor)
  const offset = position?.offset ?? query.offset
  const request: PageRequest = { limit: query.limit, offset, after: position?.after }
  return {
    request,
    /** @throws AppError INVALID_CURSOR if the cursor is not one of this list */
    answer<Row, Item>(page: Page<Row>, present: (row: Row) => Item) {
      const next =
        page.hasMore && page.last ? cursors.encode(key, { after: page.last, offset: offset + page.items.length }) : ''
      return {
        success: true as const,
        data: {
          items: page.items.map(present),
          pagination: { limit: query.limit, offset, total: page.total, has_more: page.hasMore, next_cursor: next },
        },
      }
    },
  }
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
