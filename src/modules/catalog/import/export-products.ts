import type { Executor } from '#src/platform/db/transaction.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { type ExportedProduct, type ExportFilter, selectForExport } from '../listing/own-queries.ts'
import { columns } from './header.ts'
import type { FileFormat } from './import-rows.ts'

/** With the longest texts, writing 900 held the event loop for 155 ms. */
const batchSize = 100

/** Runs one read, which may begin again on another server. */
type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

/** A merchant's products, oldest first, as a file that can be imported again; batches are read as the client reads. */
export async function* exportProducts(
  read: Read,
  merchantId: string,
  { category, q, ...chosen }: ExportFilter & { category?: string },
  format: FileFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns)
  const write = (row: ExportedProduct) => {
    const fields = toExport(row)
    return format === 'csv' ? csvLine(columns.map((column) => fields[column])) : `${JSON.stringify(fields)}\n`
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

function toExport(row: ExportedProduct): Record<(typeof columns)[number], string | number | boolean | null> {
  return {
    sku: row.sku,
    name: row.name,
    description: row.description,
    category: row.category,
    price: toMajor(row.price_minor, row.currency),
    status: row.status,
    image_url: row.image_url,
    on_hand: row.on_hand,
    requires_shipping: row.requires_shipping,
    weight_grams: row.weight_grams,
    tax_class: row.tax_class,
  }
}
