import { type RawBuilder, sql } from 'kysely'

const fetchSizes = [21, 51, 101]

/**
 * How many rows are read for a page of `limit`: one more at least, to know whether there is more. A literal of few values,
 * because a plan made once for all parameters takes a parameter for a tenth of the table.
 */
export function fetched(limit: number): RawBuilder<number> {
  return sql.lit(fetchSizes.find((size) => size > limit) ?? limit + 1)
}

/** Where a page begins in its list; nothing at all at the beginning, for the same reason. */
export function skipped({ offset, after }: { offset: number; after: unknown[] | undefined }): RawBuilder<unknown> {
  return offset === 0 || after !== undefined ? sql`` : sql` offset ${offset}`
}
