import { withoutGuard } from '#src/platform/lib/csv.ts'
import { fileDecoder } from '#src/platform/lib/csv-file/decode-file.ts'
import { csvSplitter } from '#src/platform/lib/csv-file/records.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { createSlices } from '#src/platform/lib/slices.ts'
import { maxRedirects, readPath, readTarget } from './rules.ts'

/** A row as it is read, or what is wrong with it. */
export type FileRow =
  | { row: number; path: string; target: string; targetPath: string | null; permanent: boolean }
  | { row: number; field: string; message: string }

/** Titles as Shopify writes them, and the names of the API. */
const titles = { from: ['redirect from', 'from'], to: ['redirect to', 'to'], permanent: ['permanent'] }

interface Columns {
  from: number
  to: number
  /** -1: all are permanent. */
  permanent: number
}

/** All rows of a CSV. @throws AppError VALIDATION_ERROR for the header, PAYLOAD_TOO_LARGE */
export async function readFile(bytes: Buffer): Promise<FileRow[]> {
  const decoder = fileDecoder('csv alone')
  const splitter = csvSplitter((header) => (header.includes(';') && !header.includes(',') ? ';' : ','))
  const text = Buffer.concat([decoder.push(bytes), decoder.end()])
  const slice = createSlices()
  const rows: FileRow[] = []
  let columns: Columns | undefined
  // The end is cut once what came before it is.
  for (const cut of [() => splitter.push(text), () => splitter.end()])
    for (const records of cut()) {
      await slice()
      for (const { row, content, fault } of records) {
        if (content?.every((cell) => cell.trim() === '')) continue
        if (columns === undefined) columns = columnsOf(content ?? [], fault)
        else rows.push(fault === undefined ? rowOf(columns, row, content ?? []) : { row, field: 'row', message: fault })
        if (rows.length > maxRedirects)
          throw new AppError('PAYLOAD_TOO_LARGE', `a shop has at most ${maxRedirects.toLocaleString('en')} redirects`)
      }
    }
  if (columns === undefined) throw invalid({ field: 'body', message: 'has no header' })
  return rows
}

function columnsOf(header: readonly string[], fault: string | undefined): Columns {
  if (fault !== undefined) throw invalid({ field: 'header', message: fault })
  const names = header.map((title) => title.trim().toLowerCase())
  const place = (of: keyof typeof titles) => names.findIndex((name) => titles[of].includes(name))
  const columns = { from: place('from'), to: place('to'), permanent: place('permanent') }
  if (columns.from < 0 || columns.to < 0)
    throw invalid({ field: 'header', message: 'must have the columns Redirect from and Redirect to' })
  return columns
}

function rowOf({ from, to, permanent }: Columns, row: number, content: readonly string[]): FileRow {
  const cell = (at: number) => withoutGuard((content[at] ?? '').trim())
  const path = readPath(cell(from))
  if ('fault' in path) return { row, field: 'Redirect from', message: path.fault }
  const target = readTarget(cell(to))
  if ('fault' in target) return { row, field: 'Redirect to', message: target.fault }
  const isPermanent = permanent < 0 ? 'true' : cell(permanent).toLowerCase() || 'true'
  if (!['true', 'false'].includes(isPermanent)) return { row, field: 'Permanent', message: 'must be true or false' }
  return { row, ...path, ...target, permanent: isPermanent === 'true' }
}
