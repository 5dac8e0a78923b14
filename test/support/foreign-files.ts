import { Readable } from 'node:stream'
import type { ForeignFault, ForeignProduct } from '#src/modules/catalog/import/formats/foreign-product.ts'
import { readForeign } from '#src/modules/catalog/import/formats/read-foreign.ts'
import type { ForeignFormat } from '#src/modules/catalog/import/formats/recognize.ts'

type ReadOptions = Parameters<typeof readForeign>[2]

/** What a reader is told, of a shop in pounds. */
export const readOptions: ReadOptions = {
  today: '2026-05-31',
  currency: 'GBP',
  sales: 'current',
  maxFileBytes: 100_000_000,
  maxRows: 1_000_000,
  ignored: new Set(),
  renames: new Map(),
  taxClasses: new Set(['standard', 'reduced']),
}

/** The complete result of reading a file of another system. */
export async function readFile(
  format: ForeignFormat,
  file: string | Buffer,
  ignored: string[] = [],
  more: Partial<ReadOptions> = {},
) {
  const parts = Readable.from([Buffer.from(file)])
  const read = await readForeign(format, parts, { ...readOptions, ignored: new Set(ignored), ...more })
  const products: ForeignProduct[] = []
  const faults: ForeignFault[] = []
  for await (const unit of read.units()) {
    if (unit.product) products.push(unit.product)
    faults.push(...unit.faults)
  }
  await read.close()
  const { columns, ...form } = read.form()
  const notes = columns.map(({ column, outcome, count, reason }) => `${column}: ${outcome} ${count}, ${reason}`)
  const told = faults.map(({ row, sku, field, message }) => `${row} ${sku} ${field} ${message}`)
  return { products, faults: told, notes, form }
}

/** A line of CSV. */
export const csv = (...cells: (string | number)[]) =>
  cells.map((cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(',')

/** A table with the given columns; omitted cells are empty. */
export function table(titles: readonly string[], ...rows: Record<string, string | number>[]): string {
  return [csv(...titles), ...rows.map((row) => csv(...titles.map((title) => row[title] ?? '')))].join('\r\n')
}
