import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Encoding, fileDecoder } from '#src/platform/lib/csv-file/decode-file.ts'
import { csvSplitter, type FileRecord } from '#src/platform/lib/csv-file/records.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { createSlices } from '#src/platform/lib/slices.ts'
import { isSeparatorLine, type Renames, separatorOf } from '../header.ts'
import { type ColumnNote, type ColumnNotes, columnNotes } from './column-notes.ts'
import type { AssembledProduct, ForeignReader, ForeignRow, ReaderOptions } from './foreign-product.ts'
import { openGatherer, type RowGatherer } from './gather-rows.ts'
import { type ForeignFormat, readerOf } from './recognize.ts'

/** A product of the file with all of its rows, or a row that belongs to no product. */
export interface ForeignUnit extends AssembledProduct {
  /** Number of its first row. */
  row: number
  /** Its source bytes, equal for equal files. */
  bytes: Buffer
}

export interface ForeignFile {
  /** In the order of their first rows. */
  units(): AsyncGenerator<ForeignUnit>
  form(): { encoding: Encoding; separator: string; columns: ColumnNote[] }
  /** What more is dropped or changed of it is counted here. */
  notes: ColumnNotes
  close(): Promise<void>
}

interface ReadOptions extends Omit<ReaderOptions, 'decimalComma' | 'notes'> {
  renames: Renames
  maxFileBytes: number
  maxRows: number
}

/** A row, kept until all rows of its product are known: its number and cells, or its fault. */
type StoredRow = [row: number, content: string[] | string]

/**
 * Reads a file of another shop system to its end, because rows of one product may stand anywhere in it. Keeps the rows
 * on disk. Close it after its units are read.
 * @throws AppError VALIDATION_ERROR, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE
 */
export async function readForeign(
  format: ForeignFormat,
  source: AsyncIterable<Buffer>,
  options: ReadOptions,
): Promise<ForeignFile> {
  const gatherer = await openGatherer()
  try {
    return await gatherFile(format, source, options, gatherer)
  } catch (error) {
    await gatherer.close()
    throw error
  }
}

async function gatherFile(
  format: ForeignFormat,
  source: AsyncIterable<Buffer>,
  options: ReadOptions,
  gatherer: RowGatherer,
): Promise<ForeignFile> {
  const decoder = fileDecoder('csv')
  const splitter = csvSplitter(separatorOf)
  const notes = columnNotes()
  let reader: ForeignReader | undefined
  let titles: readonly string[] = []
  let count = 0
  let size = 0

  const readHeader = ({ content, fault }: FileRecord<string[]>) => {
    if (fault !== undefined) throw invalid({ field: 'header', message: fault })
    titles = content ?? []
    if (isSeparatorLine(titles)) return
    const decimalComma = [';', '\t'].includes(splitter.separator())
    reader = readerOf(format, titles, options.renames, { ...options, decimalComma, notes })
  }
  const store = async (record: FileRecord<string[]>) => {
    if (record.content?.every((field) => field.trim() === '')) return
    if (reader === undefined) return readHeader(record)
    if (++count > options.maxRows) throw new AppError('PAYLOAD_TOO_LARGE', 'the file has more than 1,000,000 rows')
    const stored: StoredRow = [record.row, record.content ?? record.fault ?? 'is empty']
    const keys = record.content === undefined ? [] : reader.keysOf({ row: record.row, cells: record.content })
    const accepted = await gatherer.add(bytesOf(stored), keys)
    if (!accepted) await gatherer.add(bytesOf([record.row, 'is of a product with too many rows']), [])
  }
  const storeAll = async (batches: Iterable<FileRecord<string[]>[]>) => {
    for (const records of batches) {
      for (const record of records) await store(record)
      // The rest of the file may have arrived already: without this, no other work gets a turn until it is read.
      await nextTurn()
    }
  }
  for await (const bytes of source) {
    size += bytes.length
    if (size > options.maxFileBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'the file is larger than 1 GiB')
    await storeAll(splitter.push(decoder.push(bytes)))
  }
  await storeAll(splitter.push(decoder.end()))
  await storeAll(splitter.end())
  const complete = reader
  if (complete === undefined) throw invalid({ field: 'body', message: 'has no header' })
  return {
    units: () => assembleAll(gatherer, complete),
    form: () => ({
      encoding: decoder.encoding(),
      separator: splitter.separator(),
      columns: inOrder(notes.list(), titles),
    }),
    notes,
    close: () => gatherer.close(),
  }
}

/** Columns in the order of the file. */
function inOrder(notes: readonly ColumnNote[], titles: readonly string[]): ColumnNote[] {
  const positions = new Map(titles.map((title, index) => [title.trim(), index]))
  return [...notes].sort((one, other) => (positions.get(one.column) ?? 0) - (positions.get(other.column) ?? 0))
}

const bytesOf = (stored: StoredRow) => Buffer.from(JSON.stringify(stored))

async function* assembleAll(gatherer: RowGatherer, reader: ForeignReader): AsyncGenerator<ForeignUnit> {
  const slice = createSlices()
  for await (const contents of gatherer.groups()) {
    await slice()
    const stored = contents.map((content) => JSON.parse(content.toString()) as StoredRow)
    const [first] = stored
    if (first === undefined) continue
    const bytes = Buffer.concat(contents)
    const rows = stored.flatMap(([row, cells]): ForeignRow[] => (typeof cells === 'string' ? [] : [{ row, cells }]))
    const broken = stored.flatMap(([row, fault]) =>
      typeof fault === 'string' ? [{ row, sku: null, field: 'row', message: fault }] : [],
    )
    const nothing: AssembledProduct = { product: undefined, faults: [] }
    const assembled = rows.length === 0 ? nothing : reader.assemble(rows)
    yield { ...assembled, row: first[0], bytes, faults: [...broken, ...assembled.faults] }
  }
}
