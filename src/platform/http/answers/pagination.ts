import { type TProperties, type TSchema, Type } from 'typebox'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Page, PageBounds, PageRequest } from '#src/platform/lib/page.ts'
import { type RememberedTotals, type Total, totalOf } from '#src/platform/lib/totals.ts'
import { named } from '../envelope.ts'
import type { JsonAnswer } from './serialization.ts'

export const Pagination = named(
  'Pagination',
  Type.Object({
    limit: Type.Integer(),
    offset: Type.Integer({ description: 'Items before this page.' }),
    total: Type.Integer({
      description:
        'Items of the whole list, up to 10,000. Above 1,000 it may be 5 seconds old; behind a cursor it is that of ' +
        'the first page.',
    }),
    total_precision: Type.Unsafe<Total['precision']>(
      Type.String({
        enum: ['exact', 'at_least'],
        description: '`at_least`: the list has more than the 10,000 of `total`.',
      }),
    ),
    has_more: Type.Boolean(),
    next_cursor: Type.String({ description: 'Send it as `cursor` for the next page; empty on the last one.' }),
  }),
)

/** The parameters of a list: paging with the list's own limits, and `more`; others by a pattern of their names. */
export function listQuery<T extends TProperties>(
  limits: { default: number; max: number },
  more: T,
  patternProperties?: Record<string, TSchema>,
) {
  const properties = {
    limit: Type.Integer({ minimum: 1, maximum: limits.max, default: limits.default }),
    offset: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: '`next_cursor` of the previous page; overrides `offset`.',
      }),
    ),
    ...more,
  }
  return Type.Object(properties, patternProperties && { patternProperties })
}

/** Page limits of lists that the specification does not name (Limits). */
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

/** State that all lists of a process share. */
export interface Lists {
  cursors: CursorCodec
  totals: RememberedTotals
}

/**
 * Turns a list's query into a page request and its page into a response. `list` identifies the list with its owner,
 * filters and sort; a cursor is valid for exactly that, and so is a cached total.
 * @throws AppError INVALID_CURSOR if the cursor is not one of this list
 */
export function paginate({ cursors, totals }: Lists, list: readonly unknown[], query: ListQuery) {
  const key = JSON.stringify(list)
  const position = query.cursor === undefined ? undefined : cursors.decode(key, query.cursor)
  const offset = position?.offset ?? query.offset
  const request: PageRequest = {
    limit: query.limit,
    offset: position ? 0 : offset,
    after: position?.after,
    async total(fetched, count) {
      if (position) return position.total
      const isLastPage = fetched <= query.limit && (fetched > 0 || offset === 0)
      return totalOf(isLastPage ? offset + fetched : await totals.count(key, count))
    },
  }
  const pagination = ({ hasMore, last, total }: PageBounds, count: number) => ({
    limit: query.limit,
    offset,
    total: total.total,
    total_precision: total.precision,
    has_more: hasMore,
    next_cursor: hasMore && last ? cursors.encode(key, { after: last, offset: offset + count, total }) : '',
  })
  return {
    request,
    answer<Row, Item>(page: Page<Row>, present: (row: Row) => Item) {
      return {
        success: true as const,
        data: { items: page.items.map(present), pagination: pagination(page, page.items.length) },
      }
    },
    /** The answer as JSON, of items that are JSON already; `more` are further members of `data`. */
    answerJson({ items, ...page }: Page<{ json: string; digest: string }>, more: object = {}): JsonAnswer {
      const rest = JSON.stringify({ pagination: pagination(page, items.length), ...more })
      const parts = items.map(({ json }) => json)
      return {
        json: joined('{"success":true,"data":{"items":[', parts, `],${rest.slice(1)}}`),
        digest: items.map(({ digest }) => digest).join() + rest,
      }
    },
  }
}

/** Joins the parts with commas, prefix and suffix in one pass: adding these to the joined text would copy it again. */
function joined(head: string, parts: readonly string[], tail: string): string {
  const all = [...parts]
  all[0] = head + (all[0] ?? '')
  all.push(all.pop() + tail)
  return all.join()
}
