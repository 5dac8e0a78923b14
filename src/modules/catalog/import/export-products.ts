import type { Database } from '#src/platform/db/pool.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { type ExportedProduct, positionOf, selectForExport } from '../listing/queries.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { columns, type FileFormat } from './import-rows.ts'

const batchSize = 900

/** A merchant's products, oldest first, as a file that can be imported again; batches are read as the client reads. */
export async function* exportProducts(
  db: Database,
  merchantId: string,
  { status, category }: { status?: string; category?: string },
  format: FileFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.join(',')}\n`
  const write = format === 'csv' ? csvLine : (row: ExportedProduct) => `${JSON.stringify(toExport(row))}\n`
  const filter = { merchantId, ...(category !== undefined && { category }) }
  let after: [string | number, string] | undefined
  for (;;) {
    const rows = await selectForExport(db, filter, status as ProductStatus | undefined, { limit: batchSize, after })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(write).join('')
    after = positionOf('created_at', last)
  }
}

function toExport(row: ExportedProduct): Record<(typeof columns)[number], string | number | null> {
  return {
    sku: row.sku,
    name: row.name,
    description: row.description,
    category: row.category,
    price: toMajor(row.price_minor, row.currency),
    status: row.status,
    image_url: row.image_url,
    on_hand: row.on_hand,
  }
}

function csvLine(row: ExportedProduct): string {
  const fields = toExport(row)
  return `${columns.map((column) => csvField(fields[column])).join(',')}\n`
}

function csvField(value: string | number | null): string {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
