import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'

/** One record of a file, with either its content or what is wrong with it. */
export interface FileRecord<T> {
  /** NDJSON: the line. CSV: the record, the header being 1. */
  row: number
  bytes: Buffer
  content: T | undefined
  fault: string | undefined
}

/** Splits a stream of bytes into records; an incomplete record waits for further bytes. */
export interface Splitter<T> {
  push(bytes: Buffer): FileRecord<T>[]
  end(): FileRecord<T>[]
}

/** No product is larger. */
const largestRecord = 65_536
const tooLarge = 'is larger than 64 KiB'

/**
 * CSV is parsed in blocks of at least this size, so that a record that comes in small pieces is not parsed for each.
 */
const smallestBlock = 65_536

const lineFeed = 0x0a

/** The end of a record; without content and fault it is empty, which counts as a row and is no record. */
interface Cut<T> {
  end: number
  content?: T | undefined
  fault?: string | undefined
}

/** Returns the complete records that `bytes` begins with. `final`: nothing follows. */
type Cutter<T> = (bytes: Buffer, final: boolean) => Cut<T>[]

/** Lines of NDJSON as text. */
export function ndjsonSplitter(): Splitter<string> {
  return splitter((bytes, final) => {
    const cuts: Cut<string>[] = []
    for (let end = lineEnd(bytes, 0, final); end !== undefined; end = lineEnd(bytes, end, final)) {
      const text = bytes.toString('utf8', cuts.at(-1)?.end ?? 0, end).trim()
      cuts.push({ end, content: text === '' ? undefined : text })
    }
    return cuts
  })
}

/**
 * Records of CSV (RFC 4180) as fields. A quote that is not closed, or is closed within a field, invalidates its own
 * line; parsing goes on with the next one.
 */
export function csvSplitter(): Splitter<string[]> {
  return splitter((bytes, final) => {
    if (!final && bytes.length < smallestBlock) return []
    const cuts: Cut<string[]>[] = []
    let start = 0
    while (start < bytes.length) {
      const fault = parseCsv(bytes.subarray(start), final, start, cuts)
      start = cuts.at(-1)?.end ?? 0
      const end = fault === undefined ? undefined : lineEnd(bytes, start, final)
      if (end === undefined) break
      cuts.push({ end, fault })
      start = end
    }
    return cuts
  })
}

/**
 * Appends the complete records of `bytes` to `cuts`; returns what is wrong with the record behind them, if it is
 * faulty.
 */
function parseCsv(bytes: Buffer, final: boolean, offset: number, cuts: Cut<string[]>[]): string | undefined {
  let start = 0
  try {
    parse(bytes, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Quotes within an unquoted field are text.
      relax_quotes: true,
      max_record_size: largestRecord,
      on_record(content: string[], { bytes: end }) {
        // At the end of a block more of the record may follow, or the second half of its CRLF.
        if (end === bytes.length && !final && bytes[end - 1] !== lineFeed) return null
        if (hasBrokenQuote(content, bytes.subarray(start, end))) throw new Error('has text behind a closing quote')
        const empty = content.length === 1 && content[0] === ''
        cuts.push({ end: offset + end, content: empty ? undefined : content })
        start = end
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) return (error as Error).message
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return `has a quote that is not closed, or ${tooLarge}`
    return final ? 'has a quote that is not closed' : undefined
  }
  return undefined
}

/** With relax_quotes, a field `"a" b` is taken as it is; a field that is correctly quoted begins with three quotes. */
function hasBrokenQuote(fields: readonly string[], bytes: Buffer): boolean {
  const quoted = fields.filter((field) => field.startsWith('"'))
  return quoted.some((field) => !bytes.includes(`"${field.replaceAll('"', '""')}"`))
}

/** The end of the line at `start`, behind its line feed. */
function lineEnd(bytes: Buffer, start: number, final: boolean): number | undefined {
  const feed = bytes.indexOf(lineFeed, start)
  if (feed !== -1) return feed + 1
  return final && start < bytes.length ? bytes.length : undefined
}

function splitter<T>(cut: Cutter<T>): Splitter<T> {
  let rest: Buffer = Buffer.alloc(0)
  let row = 0
  let bomSkipped = false
  /** Within a record that is too large: everything up to the next line is dropped. */
  let dropping = false

  const splitBlock = (bytes: Buffer, final: boolean) => {
    let start = !bomSkipped && bytes.indexOf('\ufeff') === 0 ? 3 : 0
    bomSkipped ||= bytes.length > 2
    if (dropping) start = lineEnd(bytes, 0, true) ?? bytes.length
    dropping &&= bytes[start - 1] !== lineFeed
    const block = bytes.subarray(start)
    const records: FileRecord<T>[] = []
    let position = 0
    for (const { end, content, fault } of cut(block, final)) {
      row++
      const record = block.subarray(position, end)
      position = end
      const wrong = fault ?? faultOf(record)
      // Always the same bytes, however the file is cut into chunks: a resumed import compares digests.
      if (wrong !== undefined)
        records.push({ row, bytes: record.subarray(0, largestRecord), content: undefined, fault: wrong })
      else if (content !== undefined) records.push({ row, bytes: record, content, fault: undefined })
    }
    rest = block.subarray(position)
    if (rest.length > 2 * largestRecord) {
      records.push({ row: ++row, bytes: rest.subarray(0, largestRecord), content: undefined, fault: tooLarge })
      dropping = true
      rest = Buffer.alloc(0)
    }
    return records
  }
  return {
    push: (bytes) => splitBlock(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]), false),
    end: () => splitBlock(rest, true),
  }
}

function faultOf(record: Buffer): string | undefined {
  if (record.length > largestRecord) return tooLarge
  return isUtf8(record) ? undefined : 'is not UTF-8'
}
