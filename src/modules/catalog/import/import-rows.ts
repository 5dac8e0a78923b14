import { createValidator } from '#src/platform/http/requests/validation.ts'
import { withoutGuard } from '#src/platform/lib/csv.ts'
import { type Encoding, fileDecoder } from '#src/platform/lib/csv-file/decode-file.ts'
import { csvSplitter, type FileRecord, ndjsonSplitter } from '#src/platform/lib/csv-file/records.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import type { CellKind, Money } from '../products/field.ts'
import { faultsOf } from '../products/field-values.ts'
import type { MediaOptions } from '../products/group-pictures.ts'
import type { ProductValues } from '../products/schemas.ts'
import { readNumber } from './cell-numbers.ts'
import {
  FileRow,
  mediaOptionFaults,
  picturesOfRow,
  placeOfRow,
  quantityFaults,
  type RowPictures,
  valuesOfRow,
} from './columns.ts'
import { type Column, columnKey, isSeparatorLine, type Renames, readHeader, separatorOf } from './header.ts'
import { readList, readTexts } from './list-cells.ts'
import { type Place, readPlace } from './place.ts'
import { withKeptHtml } from './row-html.ts'

export type FileFormat = 'ndjson' | 'csv'

/** A product in a row: an absent field keeps its value, null clears it. */
export type ImportRow = ProductValues & { sku: string }

export interface ParsedRow {
  row: number
  bytes: Buffer
  product: ImportRow | undefined
  faults: FieldFault[]
  /** The SKU, if it can be read, for the error report. */
  sku: string | null
  /** What the row says of the product's group; undefined: nothing. */
  place?: Place | undefined
  /** Its pictures, by their addresses; of another system's file they are given besides its columns. */
  pictures?: RowPictures
  /** Units that another system has of what it does not count: a new product begins with them. */
  opening?: number
  /** What is not kept of its HTML, in words. */
  notKept?: readonly string[]
  /** Ids of the pictures of its group; undefined: they stay. */
  groupMedia?: string[]
  /** The values whose variants alone show some of them. */
  groupMediaOptions?: MediaOptions
}

const validate = createValidator(FileRow)

/** Format of a file, as found so far. */
interface FileForm {
  encoding: Encoding
  /** Of CSV. */
  separator: string | null
  /** Skipped columns of CSV. */
  ignored: string[]
}

export interface RowReader {
  push(bytes: Buffer): Iterable<ParsedRow[]>
  end(): Iterable<ParsedRow[]>
  form(): FileForm
}

/**
 * Parses the bytes of a file into batches of rows, while they are read from the iterators. Columns (of NDJSON: fields)
 * in `ignored` are left out, those in `renames` are read as others.
 * @throws AppError VALIDATION_ERROR if the header of a CSV is wrong, or the file is of another kind
 */
export function rowReader(format: FileFormat, money: Money, choice: Partial<ChosenColumns> = {}): RowReader {
  const decoder = fileDecoder(format)
  const { ignored = new Set(), renames = new Map() } = choice
  const rows = format === 'csv' ? csvRows(money, { ignored, renames }) : ndjsonRows(money, { ignored, renames })
  return {
    push: (bytes) => rows.push(decoder.push(bytes)),
    *end() {
      yield* rows.push(decoder.end())
      yield* rows.end()
    },
    form: () => ({ encoding: decoder.encoding(), ...rows.form() }),
  }
}

/** Columns, or fields, of a file that are not read as they are named. */
export interface ChosenColumns {
  ignored: ReadonlySet<string>
  renames: Renames
}

type Rows = Omit<RowReader, 'form'> & { form(): Omit<FileForm, 'encoding'> }

function ndjsonRows(money: Money, chosen: ChosenColumns): Rows {
  const lines = ndjsonSplitter()
  const read = function* (batches: Iterable<FileRecord<string>[]>) {
    for (const batch of batches)
      yield batch.map((record) => parseRow(record, money, (line) => ({ value: parseJson(line, chosen) })))
  }
  return {
    push: (bytes) => read(lines.push(bytes)),
    end: () => read(lines.end()),
    form: () => ({ separator: null, ignored: [] }),
  }
}

function csvRows(money: Money, { ignored, renames }: ChosenColumns): Rows {
  const splitter = csvSplitter(separatorOf)
  let titles: readonly string[] = []
  let header: readonly Column[] | undefined
  const readFirst = ({ content, fault }: FileRecord<string[]>) => {
    if (fault !== undefined) throw invalid({ field: 'header', message: fault })
    titles = content ?? []
    if (!isSeparatorLine(titles)) header = readHeader(titles, ignored, renames)
  }
  const read = function* (batches: Iterable<FileRecord<string[]>[]>) {
    for (const records of batches) {
      const batch = records.filter(({ content }) => !content?.every(isBlank))
      for (let first = batch[0]; header === undefined && first; first = batch[0]) {
        readFirst(first)
        batch.shift()
      }
      const columns = header ?? []
      const decimalComma = [';', '\t'].includes(splitter.separator())
      yield batch.map((record) => parseRow(record, money, (fields) => readFields(columns, fields, decimalComma)))
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

/** A line of separators only, as spreadsheets leave them. */
const isBlank = (field: string) => field.trim() === ''

interface ReadRecord {
  value: unknown
  /** Faults of a record without a readable value. */
  faults?: FieldFault[]
}

function parseRow<T>(record: FileRecord<T>, money: Money, read: (content: T) => ReadRecord): ParsedRow {
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
  const faults = [...unread, ...rowFaults(value)]
  const stated = value as Record<string, unknown> | null
  const sku = typeof stated?.['sku'] === 'string' ? stated['sku'].slice(0, 100) : null
  if (faults.length > 0 || stated === null) return { row, bytes, product: undefined, sku, faults }
  return { row, bytes, sku, ...readStated(stated, money) }
}

/** A row as its columns state it, if nothing is wrong with it. */
export function readStated(
  stated: Record<string, unknown>,
  money: Money,
): Pick<ParsedRow, 'product' | 'place' | 'faults' | 'pictures' | 'notKept'> {
  const invalid = [...rowFaults(stated)]
  if (invalid.length === 0) invalid.push(...quantityFaults(stated), ...mediaOptionFaults(stated))
  if (invalid.length > 0) return { product: undefined, faults: invalid }
  const { values, notKept } = withKeptHtml(valuesOfRow(stated) as ImportRow)
  const pictures = picturesOfRow(stated)
  const product = (pictures.own ?? []).length > 0 ? withoutEmptyAddress(values) : values
  const { place, faults: misplaced } = readPlace(placeOfRow(stated))
  const faults = [...faultsOf(product, money), ...misplaced, ...twoPictures(product, pictures)]
  return { product: faults.length === 0 ? product : undefined, place, faults, pictures, notKept }
}

/** Beside pictures an empty address says nothing: exports write none there, whatever is set. */
function withoutEmptyAddress(product: ImportRow): ImportRow {
  if (product.image_url !== null) return product
  const { image_url: _, ...values } = product
  return values as ImportRow
}

/** An address of one's own is for products without pictures. */
function twoPictures({ image_url }: ProductValues, { own = [] }: Pick<RowPictures, 'own'>): FieldFault[] {
  const message = 'may be set only without media: leave one of the two out'
  return image_url == null || own.length === 0 ? [] : [{ field: 'image_url', message }]
}

const rowFaults = (value: unknown): FieldFault[] =>
  validate(value).map(({ field, message }) => ({ field: field === 'body' ? 'row' : field, message }))

function parseJson(line: string, { ignored, renames }: ChosenColumns): unknown {
  const value = readJson(line)
  const isAsItIs = ignored.size === 0 && renames.size === 0
  if (isAsItIs || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).filter(([name]) => !ignored.has(columnKey(name)))
  return Object.fromEntries(fields.map(([name, one]) => [renames.get(columnKey(name)) ?? name, one]))
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error('must be JSON, such as {"name": "Mug"}')
  }
}

const booleans = new Map([
  ...['true', 'yes', '1'].map((text) => [text, true] as const),
  ...['false', 'no', '0'].map((text) => [text, false] as const),
])

/**
 * CSV has no types: an empty field clears a nullable column and leaves any other unchanged; numbers and booleans are
 * read as spreadsheets write them. A leading apostrophe that guards against formulas is not part of the text.
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
    const { name, kind, clears } = column
    if (text.trim() === '' && name !== 'sku') {
      if (clears) value[name] = null
      return
    }
    const read = readCell(text, kind, decimalComma)
    if ('fault' in read) faults.push({ field: name, message: read.fault })
    else value[name] = read.value
  })
  return { value, faults }
}

function readCell(text: string, kind: CellKind, decimalComma: boolean): { value: unknown } | { fault: string } {
  switch (kind) {
    case 'decimal':
    case 'integer':
      return readNumber(text, { whole: kind === 'integer', decimalComma })
    case 'boolean':
      return { value: booleans.get(text.trim().toLowerCase()) ?? text }
    case 'list':
    case 'texts':
      try {
        return { value: kind === 'list' ? readList(text) : readTexts(text) }
      } catch {
        return { fault: 'must be texts with commas between them; one with a comma stands in quotes' }
      }
    case 'json':
      try {
        return { value: JSON.parse(text) }
      } catch {
        return { fault: 'must be JSON, such as {"supplier":"Mill & Co"}' }
      }
    case 'text':
      return { value: text }
  }
}
