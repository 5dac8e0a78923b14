import { Type } from 'typebox'
import { createValidator } from '#src/platform/http/validation.ts'
import { withoutGuard } from '#src/platform/lib/csv.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { readPrice } from '#src/platform/lib/money.ts'
import { CreateProduct } from '../products/schemas.ts'
import { csvSplitter, type FileRecord, ndjsonSplitter } from './records.ts'

export type FileFormat = 'ndjson' | 'csv'

/** Columns of an import, and of an export in this order. */
export const columns = [
  ...(['sku', 'name', 'description', 'category', 'price', 'status', 'image_url', 'on_hand'] as const),
  ...(['requires_shipping', 'weight_grams', 'tax_class'] as const),
]

/** A product as a row states it: an absent field is left as it is, null clears it. */
export interface ImportRow {
  sku: string
  name?: string
  description?: string | null
  category?: string | null
  price?: number
  status?: string
  image_url?: string | null
  on_hand?: number
  requires_shipping?: boolean
  weight_grams?: number | null
  tax_class?: string
}

export interface ParsedRow {
  row: number
  bytes: Buffer
  product: ImportRow | undefined
  faults: FieldFault[]
  /** The SKU, if it can be read, for the error report. */
  sku: string | null
}

/** What prices are in: the currency, and the minor units that they are multiples of. */
interface Money {
  currency: string
  unit: number
}

const { sku, name, price, ...optional } = CreateProduct.properties
const validate = createValidator(
  Type.Object(
    { sku, name: Type.Optional(name), price: Type.Optional(price), ...optional },
    { additionalProperties: false },
  ),
)

/**
 * Parses the bytes of a file into batches of rows, while they are read from the iterators.
 * @throws AppError VALIDATION_ERROR if the header of a CSV is wrong
 */
export function rowReader(format: FileFormat, currency: string, unit = 1) {
  const money = { currency, unit }
  if (format === 'ndjson') {
    const lines = ndjsonSplitter()
    const read = function* (batches: Iterable<FileRecord<string>[]>) {
      for (const batch of batches) yield batch.map((record) => parseRow(record, money, parseJson))
    }
    return { push: (bytes: Buffer) => read(lines.push(bytes)), end: () => read(lines.end()) }
  }
  const records = csvSplitter()
  let header: readonly string[] | undefined
  const read = function* (batches: Iterable<FileRecord<string[]>[]>) {
    for (const batch of batches) {
      const [first] = batch
      if (header === undefined && first) header = readHeader(batch.shift() ?? first)
      const names = header ?? []
      yield batch.map((record) => parseRow(record, money, (fields) => readFields(names, fields)))
    }
  }
  return {
    push: (bytes: Buffer) => read(records.push(bytes)),
    *end() {
      yield* read(records.end())
      if (header === undefined) throw invalid({ field: 'body', message: 'has no header' })
    },
  }
}

function parseRow<T>(record: FileRecord<T>, { currency, unit }: Money, read: (content: T) => unknown): ParsedRow {
  const { row, bytes } = record
  const broken = (message: string) => ({
    row,
    bytes,
    product: undefined,
    sku: null,
    faults: [{ field: 'row', message }],
  })
  if (record.content === undefined) return broken(record.fault ?? 'is empty')
  let value: unknown
  try {
    value = read(record.content)
  } catch (error) {
    return broken((error as Error).message)
  }
  const faults = validate(value).map(({ field, message }) => ({ field: field === 'body' ? 'row' : field, message }))
  const product = value as ImportRow
  const known = typeof product?.sku === 'string' ? product.sku.slice(0, 100) : null
  if (faults.length === 0 && product.price !== undefined) {
    const price = readPrice(product.price, currency, unit)
    if ('fault' in price) faults.push({ field: 'price', message: price.fault })
  }
  return { row, bytes, product: faults.length === 0 ? product : undefined, sku: known, faults }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error('is not JSON')
  }
}

function readHeader(record: FileRecord<string[]>): string[] {
  const header = (record.content ?? []).map((title) => title.trim().toLowerCase())
  const unknown = header.filter((title) => !(columns as readonly string[]).includes(title))
  if (record.fault !== undefined) throw invalid({ field: 'header', message: record.fault })
  if (unknown.length > 0) {
    throw invalid({
      field: 'header',
      message: `has the unknown column ${unknown[0]?.slice(0, 100)}; known are ${columns.join(', ')}`,
    })
  }
  if (new Set(header).size < header.length) throw invalid({ field: 'header', message: 'names a column twice' })
  if (!header.includes('sku')) throw invalid({ field: 'header', message: 'has no column sku' })
  return header
}

const clearable = new Set(['description', 'category', 'image_url', 'weight_grams'])
const whole = /^-?\d{1,15}$/
const numeric: Record<string, RegExp> = { price: /^-?\d{1,15}(\.\d{1,15})?$/, on_hand: whole, weight_grams: whole }

/**
 * CSV has no types: an empty field clears a nullable column and leaves any other as it is; numbers are plain decimals,
 * and booleans are true and false in any case, as spreadsheets write them.
 * An apostrophe that only keeps a spreadsheet from calculating the cell is no part of the text.
 */
function readFields(header: readonly string[], fields: readonly string[]): Record<string, unknown> {
  if (fields.length !== header.length) throw new Error(`has ${fields.length} fields, not ${header.length}`)
  const entries = header.flatMap((title, index): [string, unknown][] => {
    const text = withoutGuard(fields[index] ?? '')
    if (text === '') return title === 'sku' ? [[title, text]] : clearable.has(title) ? [[title, null]] : []
    if (title === 'requires_shipping') return [[title, /^(true|false)$/i.test(text) ? /^true$/i.test(text) : text]]
    return [[title, numeric[title]?.test(text) ? Number(text) : text]]
  })
  return Object.fromEntries(entries)
}
