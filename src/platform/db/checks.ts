/** A statement that returns the rows in which the database contradicts itself; none if all is well. */
export interface Check {
  area:
    | 'orders'
    | 'promotions'
    | 'invoices'
    | 'stock'
    | 'events'
    | 'deliveries'
    | 'figures'
    | 'catalog'
    | 'references'
    | 'audit log'
  /** The invariant. */
  name: string
  /** The checked table. */
  of: string
  /** Selects ids and figures only: its rows are printed, and must not contain personal data. */
  statement: string
}

/** Checks of one area, by invariant. */
export function checksOf(area: Check['area'], checks: Record<string, [of: string, statement: string]>): Check[] {
  return Object.entries(checks).map(([name, [of, statement]]) => ({ area, name, of, statement }))
}

/** Rows of `kept` and, with the sign turned, of `counted`, where their amounts do not cancel out. */
export const difference = (keys: string, stored: string, counted: string) => `
  select ${keys}, sum(amount) as difference
    from (select * from (${stored}) kept union all select ${keys}, -amount from (${counted}) counted) both_of
   group by ${keys} having sum(amount) <> 0`

/** The same of rows without an amount. */
export const mismatch = (keys: string, found: string, expected: string) =>
  difference(
    keys,
    `select ${keys}, 1 as amount from (${found}) one`,
    `select ${keys}, 1 as amount from (${expected}) one`,
  )

/** Columns turned into rows: the keys, the name of the column, its amount. */
export const unpivot = (table: string, keys: string, columns: readonly string[], condition = 'true') => `
  select ${keys}, figure.name, figure.amount::numeric from ${table}
   cross join lateral (values ${columns.map((column) => `('${column}', ${column})`).join(', ')}) figure (name, amount)
   where ${condition}`

/** The first day (UTC) with events and deliveries: that of the oldest partition. */
export const eventsStoredSince = `
  (select min(to_date(right(relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC')
     from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'events'::regclass and relname ~ '_\\d{8}$')`

/**
 * Changes after this moment have their events. An event is kept by the time in its id, of the clock of a process; its
 * cause has the time of its transaction.
 */
export const allEventsStoredSince = `(${eventsStoredSince} + interval '1 hour')`
