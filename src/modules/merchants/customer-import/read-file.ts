import { withoutGuard } from '#src/platform/lib/csv.ts'
import { fileDecoder } from '#src/platform/lib/csv-file/decode-file.ts'
import { csvSplitter, type FileRecord } from '#src/platform/lib/csv-file/records.ts'
import { AppError, type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { formatOf, type ReadColumn, readColumns, separatorOf, type Target } from './columns.ts'
import type { CustomerFormat, customerFormats } from './schemas.ts'

const maxRows = 10_000

export interface FileRow {
  row: number
  cells: Partial<Record<Target, string>>
  /** Why it cannot be read. */
  faults: FieldFault[]
}

export interface CustomerFile {
  format: CustomerFormat
  columns: ReadColumn[]
  rows: FileRow[]
  /** Cells that are left out, by the title of their column. */
  dropped: Map<string, number>
}

/** Reads all of a file before anything is written. @throws AppError VALIDATION_ERROR, PAYLOAD_TOO_LARGE */
export function readFile(bytes: Buffer, format: (typeof customerFormats)[number]): CustomerFile {
  const decoder = fileDecoder('csv alone')
  const splitter = csvSplitter(separatorOf)
  const text = Buffer.concat([decoder.push(bytes), decoder.end()])
  let file: CustomerFile | undefined
  const readRecords = (pieces: Iterable<FileRecord<string[]>[]>) => {
    for (const records of pieces) {
      for (const { row, content, fault } of records) {
        if (content?.every((cell) => cell.trim() === '')) continue
        if (file === undefined) file = begin(content ?? [], format, fault)
        else file.rows.push(rowOf(file, row, content ?? [], fault))
        if (file.rows.length > maxRows)
          throw new AppError('PAYLOAD_TOO_LARGE', 'the file has more than 10,000 customers: send it in parts')
      }
    }
  }
  readRecords(splitter.push(text))
  readRecords(splitter.end())
  if (file === undefined) throw invalid({ field: 'body', message: 'has no header' })
  return file
}

function begin(
  titles: readonly string[],
  sent: (typeof customerFormats)[number],
  fault: string | undefined,
): CustomerFile {
  if (fault !== undefined) throw invalid({ field: 'header', message: fault })
  const format = sent === 'auto' ? formatOf(titles) : (sent as CustomerFormat)
  return { format, columns: readColumns(titles, format), rows: [], dropped: new Map() }
}

function rowOf(file: CustomerFile, row: number, content: readonly string[], fault: string | undefined): FileRow {
  if (fault !== undefined) return { row, cells: {}, faults: [{ field: 'row', message: fault }] }
  const cells: FileRow['cells'] = {}
  for (const [index, { title, target, reason }] of file.columns.entries()) {
    const text = withoutGuard((content[index] ?? '').trim()).trim()
    // Shopify guards them, too.
    const cell = target === 'phone' || target === 'address.postal_code' ? text.replace(/^'/, '') : text
    if (cell === '') continue
    if (target !== undefined) cells[target] = cell
    else if (reason !== undefined) file.dropped.set(title, (file.dropped.get(title) ?? 0) + 1)
  }
  return { row, cells, faults: [] }
}
