import type { Executor } from '#src/platform/db/transaction.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import { type ExportedProduct, type ExportFilter, selectForExport } from '../listing/own-queries.ts'
import { presentOwnProduct } from '../products/field-values.ts'
import { columnNames, rowOfValues } from './columns.ts'
import type { FileFormat } from './import-rows.ts'
import { listCell } from './list-cells.ts'

/** With the longest texts, writing 900 held the event loop for 155 ms. */
const batchSize = 100

type CellValue = string | number | boolean | null | string[]

const toCell = (value: CellValue) => (Array.isArray(value) ? listCell(value) : value)

/** Runs one read, which may begin again on another server. */
type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

/** A merchant's products, oldest first, as a file that can be imported again; batches are read as the client reads. */
export async function* exportProducts(
  read: Read,
  merchantId: string,
  { category, q, ...chosen }: ExportFilter & { category?: string },
  format: FileFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columnNames)
  const write = (row: ExportedProduct) => {
    const values = toExport(row)
    return format === 'csv' ? csvLine(Object.values(values).map(toCell)) : `${JSON.stringify(values)}\n`
  }
  const filter = { merchantId, ...(category !== undefined && { category }) }
  const found = { ...chosen, q: q?.trim() || undefined }
  let after: [string] | undefined
  for (;;) {
    const page = { limit: batchSize, after }
    const rows = await read((db) => selectForExport(db, filter, found, page))
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(write).join('')
    after = [last.id]
  }
}

/** The columns of a file, in their order. */
function toExport(row: ExportedProduct): Record<string, CellValue> {
  return rowOfValues({ ...presentOwnProduct(row), on_hand: row.on_hand }) as Record<string, CellValue>
}
