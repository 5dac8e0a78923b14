import { differs, type Row } from './comparison.ts'
import { add, type LeftOut, nothing } from './ledger.ts'

const kindNames = { sale: 'sales', cancellation: 'cancellations', stock: 'stock notes', other: 'other' }

/** The closing table: the file, what was left out of it, what the API should report and what it does. */
export function closingTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const show = (value: number | undefined) =>
      value === undefined ? '' : row.unit === 'money' ? pounds(value) : count(value)
    const difference = show(row.api - row.expected)
    return [row.figure, show(row.file), show(row.leftOut), show(row.expected), show(row.api), difference].concat(
      differs(row) ? ' <-' : '',
    )
  })
  return table([['', 'file', 'left out', 'expected', 'API', 'difference', ''], ...cells])
}

/** What of the file did not reach the API, and why. */
export function leftOutTable(entries: readonly LeftOut[]): string {
  const sorted = entries.toSorted((a, b) => kindNames[a.kind].localeCompare(kindNames[b.kind]) || b.lines - a.lines)
  const cells = (label: string, sum: LeftOut | typeof nothing) => [
    label,
    count(sum.invoices),
    count(sum.lines),
    count(sum.units),
    pounds(sum.pence),
  ]
  return table([
    ['left out, and why', 'invoices', 'lines', 'units', 'money'],
    ...sorted.map((entry) => cells(`${kindNames[entry.kind]}: ${entry.reason}`, entry)),
    cells('together', entries.reduce(add, nothing)),
  ])
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
  return `${rows.map((row) => line(row).join('  ').trimEnd()).join('\n')}\n`
}

function count(value: number): string {
  return value.toLocaleString('en-GB')
}

/** From the digits: no amount passes through a fraction on its way to the page. */
function pounds(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  const whole = Number(digits.slice(0, -2)).toLocaleString('en-GB')
  return `${pence < 0 ? '-' : ''}£${whole}.${digits.slice(-2)}`
}
