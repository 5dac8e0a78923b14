import { type RawBuilder, sql } from 'kysely'
import type { PageRange } from '#src/platform/lib/page.ts'
import { maxExactTotal } from '#src/platform/lib/totals.ts'
import type { Executor } from '../transaction.ts'

const fetchSizes = [21, 51, 101]

/**
 * `limit … offset …` of a page: one extra row shows whether another page follows. The limit is a literal of few values,
 * because a generic plan estimates 10 % of the table for a parameter.
 */
export function pageWindow({ limit, offset }: Pick<PageRange, 'limit' | 'offset'>): RawBuilder<unknown> {
  const rows = sql.lit(fetchSizes.find((size) => size > limit) ?? limit + 1)
  return offset === 0 ? sql`limit ${rows}` : sql`limit ${rows} offset ${offset}`
}

/**
 * `limit …` of at least the rows up to the end of a page, as one of a few literals, for a subquery from which
 * `pageWindow` takes the page: for an offset parameter the planner estimates 10 % of the table.
 */
export function rowsUpTo({ limit, offset }: Pick<PageRange, 'limit' | 'offset'>): RawBuilder<unknown> {
  const rows = limit + 1 + offset
  return sql`limit ${sql.lit([21, 101, 1_001].find((size) => size >= rows) ?? 10 ** Math.ceil(Math.log10(rows)))}`
}

/** A column of a list's order, with the SQL type its value in a cursor is read as. */
export type KeysetColumn = [column: string | RawBuilder<unknown>, type: string]

/** Condition for the rows after a cursor in the order of `columns`; true for every row without a cursor. */
export function behindCursor(
  { after }: Pick<PageRange, 'after'>,
  direction: 'asc' | 'desc',
  ...columns: KeysetColumn[]
): RawBuilder<boolean> {
  if (after === undefined) return sql<boolean>`true`
  const names = columns.map(([column]) => (typeof column === 'string' ? sql.raw(column) : column))
  const values = columns.map(([, type], index) => sql`${after[index]}::${sql.raw(type)}`)
  return sql<boolean>`(${sql.join(names)}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`
}

/**
 * Counts the rows of `select 1 from … where …`, without an order, along the index of the list. Stops one above the
 * maximum total of a list.
 */
export async function countUpToMaximum(db: Executor, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ counted: number }>`
    select count(*)::int as counted from (${rows} limit ${sql.lit(maxExactTotal + 1)}) counted`.execute(db)
  return found[0]?.counted ?? 0
}
