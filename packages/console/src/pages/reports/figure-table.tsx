import type { ReactNode } from 'react'
import { cx } from '#console/lib/class-names.ts'

export interface FigureColumn<Row> {
  name: string
  numeric: boolean
  text: (row: Row, currency: string) => string
}

interface FigureTableProps<Row, Column> {
  name: string
  label: string
  columns: readonly Column[]
  rows: readonly Row[]
  currency: string
  /** Below a column; undefined: the table has no totals. */
  total?: (column: Column, index: number) => string
  /** Shown if there are more rows than these. */
  more: ReactNode
}

/** Rows of a report, as wide as they need to be. */
export function FigureTable<Row, Column extends FigureColumn<Row>>(props: FigureTableProps<Row, Column>) {
  const { name, label, columns, rows, currency, total, more } = props
  const cell = (numeric: boolean) =>
    cx('h-9 px-3 whitespace-nowrap first:pl-4 last:pr-4 lg:first:pl-8 lg:last:pr-8', numeric ? 'num' : 'text-left')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys */}
      <section className="overflow-x-auto" aria-label={label} tabIndex={0}>
        <table className="w-full border-separate border-spacing-0" aria-label={name}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={cx(cell(column.numeric), 'border-b border-line text-xs font-medium text-ink-3')}
                >
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // Rows have no id, and change only together.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={index} className="hover:bg-paper-2">
                {columns.map((column) => (
                  <td key={column.name} className={cx(cell(column.numeric), 'border-b border-line')}>
                    {column.text(row, currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr className="font-semibold">
                {columns.map((column, index) => (
                  <td key={column.name} className={cell(column.numeric)}>
                    {total(column, index)}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {more && <p className="px-4 py-4 text-ink-2 lg:px-8">{more}</p>}
    </>
  )
}
