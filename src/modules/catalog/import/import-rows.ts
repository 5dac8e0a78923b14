import { Type } from 'typebox'
import { createValidator } from '#src/platform/http/requests/validation.ts'
import { withoutGuard } from '#src/platform/lib/csv.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { readPrice } from '#src/platform/lib/money.ts'
import { CreateProduct } from '../products/schemas.ts'
import { readNumber } from './cell-numbers.ts'
import { type Encoding, fileDecoder } from './decode-file.ts'
import { type Column, columnKey, isSeparatorLine, readHeader, separatorOf } from './header.ts'
import { csvSplitter, type FileRecord, ndjsonSplitter } from './records.ts'

export type FileFormat = 'ndjson' | 'csv'

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

/** How a file is written, as far as it has been read. */
export interface FileForm {
  encoding: Encoding
  /** Of CSV. */
  separator: string | null
  /** Columns of CSV that are left out. */
  ignored: string[]
}

export interface RowReader {
  push(bytes: Buffer): Iterable<ParsedRow[]>
  end(): Iterable<ParsedRow[]>
  form(): FileForm
}

/**
 * Parses the bytes of a file into batches of rows, while they are read from the iterators. Columns (of NDJSON: fields)
 * in `ignored` are left out.
 * @throws AppError VALIDATION_ERROR if the header of a CSV is wrong, or the file is of another kind
 */
export function rowReader(format: FileFormat, money: Money, ignored: ReadonlySet<string> = new Set()): RowReader {
  const decoder = fileDecoder(format)
  const rows = format === 'csv' ? csvRows(money, ignored) : ndjsonRows(money, ignored)
  return {
    push: (bytes) => rows.push(decoder.push(bytes)),
    *end() {
      yield* rows.push(decoder.end())
      yield* rows.end()
    },
    form: () => ({ encoding: decoder.encoding(), ...rows.form() }),
  }
}

type Rows = Omit<RowReader, 'form'> & { form(): Omit<FileForm, 'encoding'> }

function ndjsonRows(money: Money, ignored: ReadonlySet<string>): Rows {
  const lines = ndjsonSplitter()
  const read = function* (batches: Iterable<FileRecord<string>[]>) {
    for (const batch of batches)
      yield batch.map((record) => parseRow(record, money, (line) => ({ value: parseJson(line, ignored) })))
  }
  return {
    push: (bytes) => read(lines.push(bytes)),
    end: () => read(lines.end()),
    form: () => ({ separator: null, ignored: [] }),
  }
}

function csvRows(money: Money, ignored: ReadonlySet<string>): Rows {
  const splitter = csvSplitter(separatorOf)
  let titles: readonly string[] = []
  let header: readonly Column[] | undefined
  const readFirst = ({ content, fault }: FileRecord<string[]>) => {
    if (fault !== undefined) throw invalid({ field: 'header', message: fault })
    titles = content ?? []
    if (!isSeparatorLine(titles)) header = readHeader(titles, ignored)
  }
  const read = function* (batches: Iterable<FileRecord<string[]>[]>) {
    for (const records of batches) {
      const batch = records.filter(({ content }) => !content?.every(isBlank))
      for (let first = batch[0]; header === undefined && first; first = batch[0]) {
        readFirst(first)
        batch.shift()
      }
      const known = header ?? []
      const decimalComma = [';', '\t'].includes(splitter.separator())
      yield batch.map((record) => parseRow(record, money, (fields) => readFields(known, fields, decimalComma)))
    }
  }
  return {
    push: (bytes) => read(splitter.push(bytes)),
    *end() {
      yield* read(splitter.end())
      if (header === undefined) throw invalid({ field: 'body', message: 'has no header' })
    },
    form: () => ({
      separator: splitter.separator(),
      ignored: titles.filter((_, index) => header?.[index] === 'ignored'),
    }),
  }
}

/** A line of separators alone, as spreadsheets leave them. */
const isBlank = (field: string) => field.trim() === ''

interface ReadRecord {
  value: unknown
  /** Of what has no value that could be looked at. */
  faults?: FieldFault[]
}

function parseRow<T>(record: FileRecord<T>, { currency, unit }: Money, read: (content: T) => ReadRecord): ParsedRow {
  const { row, bytes } = record
  const broken = (message: string) => ({
    row,
    bytes,
    product: undefined,
    sku: null,
    faults: [{ field: 'row', message }],
  })
  if (record.content === undefined) return broken(record.fault ?? 'is empty')
  let content: ReadRecord
  try {
    content = read(record.content)
  } catch (error) {
    return broken((error as Error).message)
  }
  const { value, faults: unread = [] } = content
  const faults = [
    ...unread,
    ...validate(value).map(({ field, message }) => ({ field: field === 'body' ? 'row' : field, message })),
  ]
  const product = value as ImportRow
  const known = typeof product?.sku === 'string' ? product.sku.slice(0, 100) : null
  if (faults.length === 0 && product.price !== undefined) {
    const price = readPrice(product.price, currency, unit)
    if ('fault' in price) faults.push({ field: 'price', message: price.fault })
  }
  return { row, bytes, product: faults.length === 0 ? product : undefined, sku: known, faults }
}

function parseJson(line: string, ignored: ReadonlySet<string>): unknown {
  const value = readJson(line)
  if (ignored.size === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ignored.has(columnKey(name))))
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error('is not JSON')
  }
}

const clearable = new Set<Column>(['description', 'category', 'image_url', 'weight_grams'])
const numeric = new Map<Column, { whole: boolean }>([
  ['price', { whole: false }],
  ['on_hand', { whole: true }],
  ['weight_grams', { whole: true }],
])
const booleans = new Map([
  ...['true', 'yes', '1'].map((text) => [text, true] as const),
  ...['false', 'no', '0'].map((text) => [text, false] as const),
])

/**
 * CSV has no types: an empty field clears a nullable column and leaves any other as it is; numbers and booleans are
 * read as spreadsheets write them. An apostrophe that only keeps a spreadsheet from calculating the cell is no part of
 * the text.
 */
function readFields(header: readonly Column[], fields: readonly string[], decimalComma: boolean): ReadRecord {
  const stray = fields.findIndex((field, index) => (header[index] ?? 'nameless') === 'nameless' && field.trim() !== '')
  if (fields.length < header.length || stray >= header.length)
    throw new Error(`has ${fields.length} fields, not ${header.length}`)
  if (stray !== -1) throw new Error(`has text in column ${stray + 1}, which has no name`)
  const value: Record<string, unknown> = {}
  const faults: FieldFault[] = []
  header.forEach((column, index) => {
    if (column === 'ignored' || column === 'nameless') return
    const text = withoutGuard(fields[index] ?? '')
    const isEmpty = text.trim() === ''
    const style = numeric.get(column)
    if (isEmpty && column !== 'sku') {
      if (clearable.has(column)) value[column] = null
    } else if (style) {
      const number = readNumber(text, { ...style, decimalComma })
      if ('fault' in number) faults.push({ field: column, message: number.fault })
      else value[column] = number.value
    } else if (column === 'requires_shipping') value[column] = booleans.get(text.trim().toLowerCase()) ?? text
    else value[column] = text
  })
  return { value, faults }
}
