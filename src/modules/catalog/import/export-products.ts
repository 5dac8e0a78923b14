import type { Executor } from '#src/platform/db/transaction.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import {
  type ExportedProduct,
  type ExportFilter,
  selectForExport,
  selectGroupForExport,
} from '../listing/own-queries.ts'
import { presentOwnListed } from '../products/field-values.ts'
import { type StoredTexts, selectTextsFor } from '../translations/set-queries.ts'
import { columnNames, rowOfPlace, rowOfValues } from './columns.ts'
import { rowOfPictures, withTextSources } from './exported-pictures.ts'
import { optionsOf, shopifyFile } from './formats/shopify-export.ts'
import type { FileFormat } from './import-rows.ts'
import { listCell } from './list-cells.ts'
import { priceCells, priceTitles } from './price-columns.ts'
import { cellsOf, translatedNames } from './translated-columns.ts'

/** Products per batch. With the longest texts, 900 held the event loop for 155 ms. */
const batchSize = 100

type CellValue = string | number | boolean | null | (string | null)[] | Record<string, string>

function toCell(value: CellValue): string | number | boolean | null {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return listCell(value)
  return Object.keys(value).length === 0 ? null : JSON.stringify(value)
}

/** Runs one read, which may begin again on another server. */
export type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

/** What an export writes: our own file, in two forms, or one that Shopify reads. */
export type ExportFormat = FileFormat | 'shopify'

/**
 * A merchant's products, oldest first, as a file that can be imported again; batches are read at the pace of the
 * client.
 */
export async function* exportProducts(
  read: Read,
  merchantId: string,
  { category, q, ...chosen }: ExportFilter & { category?: string },
  format: ExportFormat,
  { locales = [], currencies = [] }: { locales?: readonly string[]; currencies?: readonly string[] } = {},
): AsyncGenerator<string> {
  const filter = { merchantId, ...(category !== undefined && { category }) }
  const found = { ...chosen, q: q?.trim() || undefined }
  const isOwn = format !== 'shopify'
  const readRows = (select: (db: Executor) => Promise<ExportedProduct[]>) =>
    read(async (db) => {
      const rows = await select(db)
      const texts = isOwn ? await selectTranslations(db, merchantId, rows, locales) : []
      return withTextSources(db, merchantId, rows, texts)
    })
  const pages = pagesOf((after) => readRows((db) => selectForExport(db, filter, found, { limit: batchSize, after })))
  if (format === 'shopify')
    return yield* shopifyFile(pages, (id) => readRows((db) => selectGroupForExport(db, merchantId, id)))
  const words = locales.flatMap((locale) => translatedNames.map((name) => `${name}:${locale}`))
  const further = [...priceTitles(currencies), ...words]
  if (format === 'csv') yield csvLine([...columnNames, ...further])
  const write = (row: TranslatedProduct) => {
    const prices = priceCells(row.other_prices, currencies)
    const values = { ...toExport(row), ...prices, ...translationsOf(row, locales) }
    return format === 'csv' ? csvLine(Object.values(values).map(toCell)) : `${JSON.stringify(values)}\n`
  }
  for await (const rows of pages) yield rows.map(write).join('')
}

interface TranslatedProduct extends ExportedProduct {
  translations?: ReadonlyMap<string, StoredTexts>
}

/** Texts in other languages, each group's once. */
async function selectTranslations(
  db: Executor,
  merchantId: string,
  rows: readonly ExportedProduct[],
  locales: readonly string[],
): Promise<StoredTexts[]> {
  if (locales.length === 0 || rows.length === 0) return []
  const ids = new Set(rows.map(({ id, group_id }) => group_id ?? id))
  return selectTextsFor(db, merchantId, [...ids], locales)
}

function translationsOf(row: TranslatedProduct, locales: readonly string[]): Record<string, string | null> {
  const options = optionsOf(row)
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const cells = cellsOf(row.translations?.get(locale), options)
      return cells.map((cell, index) => [`${translatedNames[index] ?? ''}:${locale}`, cell] as const)
    }),
  )
}

async function* pagesOf<Row extends { id: string }>(
  readAfter: (after: [string] | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: [string] | undefined
  for (;;) {
    const rows = await readAfter(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = [last.id]
  }
}

/** The columns of a file, in their order. The name of a variant is that of its group. */
function toExport(row: ExportedProduct): Record<string, CellValue> {
  const { group_id, group_name, slug, name, image_url, on_hand, position } = row
  const place = rowOfPlace(group_id === null ? null : slug, optionsOf(row))
  const values = {
    ...presentOwnListed(row),
    // What was written as text stays one.
    description_html: row.description_html,
    name: group_name ?? name,
    // The address that was set, unless pictures hide it: beside them it would be refused when the file is imported.
    image_url: row.own_pictures === null ? image_url : null,
    on_hand,
    slug: group_id === null ? slug : null,
    ...place,
    group_status: row.group_status,
    group_metadata: row.group_metadata,
    position: group_id === null ? null : position,
    ...rowOfPictures(row),
  }
  return rowOfValues(values) as Record<string, CellValue>
}
