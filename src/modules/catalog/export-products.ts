import type { Database } from '#src/db/pool.ts'
import { toMajor } from '#src/lib/money.ts'
import { type ExportedProduct, selectForExport } from './import-queries.ts'
import { columns, type FileFormat } from './import-rows.ts'

/** A merchant's products as a file that an import takes back: by SKU, read a few thousand at a time as the client takes them. */
export async function* exportProducts(
  db: Database,
  merchantId: string,
  filter: { status?: string; category?: string },
  format: FileFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.join(',')}\n`
  const write = format === 'csv' ? csvLine : (row: ExportedProduct) => `${JSON.stringify(toExport(row))}\n`
  let behind = ''
  for (;;) {
    const rows = await selectForExport(db, merchantId, filter, behind)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(write).join('')
    behind = last.sku
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
