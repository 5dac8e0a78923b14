import { createValidator } from '#src/platform/http/requests/validation.ts'
import { type Encoding, fileDecoder } from '#src/platform/lib/csv-file/decode-file.ts'
import { csvSplitter, type FileRecord, ndjsonSplitter } from '#src/platform/lib/csv-file/records.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import type { Money } from '../products/field.ts'
import { faultsOf } from '../products/field-values.ts'
import type { MediaOptions } from '../products/group-pictures.ts'
import type { ProductValues } from '../products/schemas.ts'
import { columnKey } from './column-key.ts'
import {
  FileRow,
  mediaOptionFaults,
  picturesOfRow,
  placeOfRow,
  quantityFaults,
  type RowPictures,
  valuesOfRow,
} from './columns.ts'
import { type Column, isSeparatorLine, type Renames, readHeader, separatorOf } from './header.ts'
import type { NamedSubject } from './named-subject.ts'
import { type Place, readPlace } from './place.ts'
import { byPriceColumns, dividePrices } from './price-columns.ts'
import { type ReadRecord, readFields } from './read-fields.ts'
import { withKeptHtml } from './row-html.ts'
import {
  divideRow,
  type FileLanguages,
  type LanguageReader,
  languageReader,
  type RowTexts,
  readTranslations,
} from './translated-columns.ts'

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
  /** The column of its HTML, if that is not its own. */
  htmlField?: string
  /** What it says in other languages. */
  translations?: readonly RowTexts[]
  /** It is no product, but texts of what the shop has. */
  named?: NamedSubject
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
  const { ignored = new Set(), renames = new Map(), languages } = choice
  const chosen = { ignored, renames, languages: languageReader(languages) }
  const rows = format === 'csv' ? csvRows(money, chosen) : ndjsonRows(money, chosen)
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
  /** Those of the shop; undefined: it has no markets. */
  languages?: FileLanguages | undefined
}

interface RowsChoice extends Omit<ChosenColumns, 'languages'> {
  languages: LanguageReader
}

type Rows = Omit<RowReader, 'form'> & { form(): Omit<FileForm, 'encoding'> }

function ndjsonRows(money: Money, chosen: RowsChoice): Rows {
  const lines = ndjsonSplitter()
  const read = function* (batches: Iterable<FileRecord<string>[]>) {
    for (const batch of batches)
      yield batch.map((record) => parseRow(record, money, chosen, (line) => ({ value: parseJson(line, chosen) })))
  }
  return {
    push: (bytes) => read(lines.push(bytes)),
    end: () => read(lines.end()),
    form: () => ({ separator: null, ignored: [] }),
  }
}

function csvRows(money: Money, chosen: RowsChoice): Rows {
  const { ignored, renames, languages } = chosen
  const splitter = csvSplitter(separatorOf)
  let titles: readonly string[] = []
  let header: readonly Column[] | undefined
  const readFirst = ({ content, fault }: FileRecord<string[]>) => {
    if (fault !== undefined) throw invalid({ field: 'header', message: fault })
    titles = content ?? []
    if (!isSeparatorLine(titles)) header = readHeader(titles, ignored, renames, languages)
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
      yield batch.map((record) =>
        parseRow(record, money, chosen, (fields) => readFields(columns, fields, decimalComma)),
      )
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

function parseRow<T>(
  record: FileRecord<T>,
  money: Money,
  { languages }: RowsChoice,
  read: (content: T) => ReadRecord,
): ParsedRow {
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
  const { own: stated, said, faults: misnamed } = divideRow(value, languages)
  const own = isRecord(stated) ? dividePrices(stated).own : stated
  const { translations, faults: ofTexts } = readTranslations(said, own as Record<string, unknown>)
  const faults = [...unread, ...misnamed, ...rowFaults(own), ...ofTexts]
  const sku = isRecord(own) && typeof own['sku'] === 'string' ? own['sku'].slice(0, 100) : null
  if (faults.length > 0 || !isRecord(stated)) return { row, bytes, product: undefined, sku, faults }
  return { row, bytes, sku, ...readStated(stated, money), ...(translations.length > 0 && { translations }) }
}

/** A row as its columns state it, if nothing is wrong with it. */
export function readStated(
  stated: Record<string, unknown>,
  money: Money,
): Pick<ParsedRow, 'product' | 'place' | 'faults' | 'pictures' | 'notKept'> {
  const { own, prices, faults: mispriced } = dividePrices(stated)
  const invalid = [...rowFaults(own), ...mispriced]
  if (invalid.length === 0) invalid.push(...quantityFaults(own), ...mediaOptionFaults(own))
  if (invalid.length > 0) return { product: undefined, faults: invalid }
  const { values: read, notKept } = withKeptHtml(valuesOfRow(own) as ImportRow)
  // Those that take a price away are no values of bodies.
  const values = prices.length === 0 ? read : { ...read, prices: prices as NonNullable<ImportRow['prices']> }
  const pictures = picturesOfRow(own)
  const product = (pictures.own ?? []).length > 0 ? withoutEmptyAddress(values) : values
  const { place, faults: misplaced } = readPlace(placeOfRow(own))
  const faults = [...byPriceColumns(faultsOf(product, money), prices), ...misplaced, ...twoPictures(product, pictures)]
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rowFaults = (value: unknown): FieldFault[] =>
  validate(value).map(({ field, message }) => ({ field: field === 'body' ? 'row' : field, message }))

function parseJson(line: string, { ignored, renames }: RowsChoice): unknown {
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
