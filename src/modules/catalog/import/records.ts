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

/**
 * Splits a stream of bytes into records; an incomplete record waits for further bytes. Records are parsed as they are
 * read from the iterator, which must be read to its end.
 */
export interface Splitter<T> {
  push(bytes: Buffer): Iterable<FileRecord<T>>
  end(): Iterable<FileRecord<T>>
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

/** The complete records that `bytes` begins with. `final`: nothing follows. */
type Cutter<T> = (bytes: Buffer, final: boolean) => Iterable<Cut<T>>

/** Lines of NDJSON as text. */
export function ndjsonSplitter(): Splitter<string> {
  return splitter(function* (bytes, final) {
    let start = 0
    for (let end = lineEnd(bytes, 0, final); end !== undefined; end = lineEnd(bytes, end, final)) {
      const text = bytes.toString('utf8', start, end).trim()
      start = end
      yield { end, content: text === '' ? undefined : text }
    }
  })
}

/**
 * Records of CSV (RFC 4180) as fields. A quote that is not closed, or is closed within a field, invalidates its own
 * line; parsing restarts with the next one. Hence csv-parse gets blocks: its stream ends at an error, and would buffer
 * the bytes, which digests and restarts need, a second time.
 */
export function csvSplitter(): Splitter<string[]> {
  return splitter(function* (bytes, final) {
    if (!final && bytes.length < smallestBlock) return
    let start = 0
    while (start < bytes.length) {
      const { cuts, fault } = parseCsv(bytes, start, final)
      yield* cuts
      start = cuts.at(-1)?.end ?? start
      const end = fault === undefined ? undefined : lineEnd(bytes, start, final)
      if (end === undefined) return
      yield { end, fault }
      start = end
    }
  })
}

/** Parses complete records from `start` on, up to one whose line must be skipped for its `fault`, if there is one. */
function parseCsv(bytes: Buffer, start: number, final: boolean): { cuts: Cut<string[]>[]; fault: string | undefined } {
  const cuts: Cut<string[]>[] = []
  let position = start
  try {
    parse(bytes.subarray(start), {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Quotes within an unquoted field are text.
      relax_quotes: true,
      max_record_size: largestRecord,
      on_record(content: string[], info) {
        const end = start + info.bytes
        // At the end of a block more of the record may follow, or the second half of its CRLF.
        if (end === bytes.length && !final && bytes[end - 1] !== lineFeed) return null
        const fault = hasBrokenQuote(content, bytes.subarray(position, end)) ? brokenQuote : undefined
        // A broken quote may have joined lines.
        if (fault !== undefined && lineEnd(bytes, position, true) !== end) throw new Error(fault)
        const empty = content.length === 1 && content[0] === ''
        cuts.push({ end, content: empty ? undefined : content, fault })
        position = end
        return null
      },
    })
    return { cuts, fault: undefined }
  } catch (error) {
    return { cuts, fault: faultOfError(error, final) }
  }
}

const brokenQuote = 'has text behind a closing quote'

function faultOfError(error: unknown, final: boolean): string | undefined {
  if (!(error instanceof CsvError)) return (error as Error).message
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return `has a quote that is not closed, or ${tooLarge}`
  // The quote may be closed by bytes that follow.
  return final ? 'has a quote that is not closed' : undefined
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

  function* splitBlock(bytes: Buffer, final: boolean): Generator<FileRecord<T>> {
    let start = !bomSkipped && bytes.indexOf('\ufeff') === 0 ? 3 : 0
    bomSkipped ||= bytes.length > 2
    if (dropping) start = lineEnd(bytes, 0, true) ?? bytes.length
    dropping &&= bytes[start - 1] !== lineFeed
    const block = bytes.subarray(start)
    let position = 0
    for (const { end, content, fault } of cut(block, final)) {
      row++
      const record = block.subarray(position, end)
      position = end
      const wrong = fault ?? faultOf(record)
      // Always the same bytes, however the file is cut into chunks: a resumed import compares digests.
      if (wrong !== undefined) yield { row, bytes: record.subarray(0, largestRecord), content: undefined, fault: wrong }
      else if (content !== undefined) yield { row, bytes: record, content, fault: undefined }
    }
    rest = block.subarray(position)
    if (rest.length > 2 * largestRecord) {
      row++
      const bytes = rest.subarray(0, largestRecord)
      dropping = true
      rest = Buffer.alloc(0)
      yield { row, bytes, content: undefined, fault: tooLarge }
    }
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
