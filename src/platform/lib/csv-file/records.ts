import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'

/** One record of a file, with either its content or its fault. */
export interface FileRecord<T> {
  /** NDJSON: the line. CSV: the record, the header being 1. */
  row: number
  bytes: Buffer
  content: T | undefined
  fault: string | undefined
}

/**
 * Splits a stream of bytes into records; an incomplete record waits for further bytes. Records are parsed in batches,
 * on demand of the iterator, so that other work can run between two batches. The iterator must be read to its end.
 */
export interface Splitter<T> {
  push(bytes: Buffer): Iterable<FileRecord<T>[]>
  end(): Iterable<FileRecord<T>[]>
}

/** Maximum size of a record. */
const maxRecordBytes = 65_536
const tooLarge = 'is larger than 64 KiB'
/** Bytes searched for the end of a record: with each quote doubled it is twice as large in the file. */
const window = 2 * maxRecordBytes

/**
 * CSV is parsed in blocks of at least this size, so that a record that comes in small pieces is not parsed for each.
 */
const smallestBlock = 65_536
/** Records per batch, empty ones included. */
const maxBatchRows = 200
/** Bytes that may be parsed again because of broken quotes; 64 KiB take 5 ms. */
const maxRescanned = 4_194_304

const lineFeed = 0x0a

/** The end of a record. Without content and fault it is an empty row, which counts as a row but is no record. */
interface Cut<T> {
  end: number
  content?: T | undefined
  fault?: string | undefined
}

/** The complete records that `bytes` begins with, in batches. `final`: nothing follows. */
type Cutter<T> = (bytes: Buffer, final: boolean) => Iterable<Cut<T>[]>

/** Lines of NDJSON as text. */
export function ndjsonSplitter(): Splitter<string> {
  return splitter(function* (bytes, final) {
    let start = 0
    let batch: Cut<string>[] = []
    for (let end = lineEnd(bytes, 0, final); end !== undefined; end = lineEnd(bytes, end, final)) {
      const text = bytes.toString('utf8', start, end).trim()
      start = end
      batch.push({ end, content: text === '' ? undefined : text })
      if (batch.length < maxBatchRows) continue
      yield batch
      batch = []
    }
    yield batch
  })
}

/**
 * Records of CSV (RFC 4180) as fields. A quote that is not closed, or is closed within a field, invalidates its own
 * line; parsing restarts with the next one. Hence csv-parse gets blocks: its stream ends at an error, and would buffer
 * the bytes, which digests and restarts need, a second time.
 *
 * Lines such as `a","` end inside a quoted field wherever parsing begins: each would have the next 64 KiB parsed for
 * nothing, minutes for one block. So restarts are limited; then a broken quote invalidates all that was parsed for it.
 */
export function csvSplitter(separatorOf: (line: string) => string = () => ','): CsvSplitter {
  let rescanned = 0
  let separator: string | undefined
  /** Size of the block to wait for. A larger one while a record is incomplete: it is parsed from its start again. */
  let needed = smallestBlock
  const records = splitter<string[]>(function* (bytes, final) {
    if (!final && bytes.length < needed) return
    needed = smallestBlock
    separator ??= separatorOf(firstLine(bytes))
    let start = 0
    while (start < bytes.length) {
      const { cuts, fault, scanned } = parseCsv(bytes, start, final, separator)
      yield cuts
      start = cuts.at(-1)?.end ?? start
      if (fault === undefined && cuts.length > 0) continue
      let end = fault === undefined ? undefined : lineEnd(bytes, start, final)
      if (end === undefined) {
        needed = Math.min(window, Math.max(smallestBlock, bytes.length - start + smallestBlock / 4))
        return
      }
      if (scanned > end) {
        if (rescanned > maxRescanned) end = Math.max(end, bytes.lastIndexOf(lineFeed, scanned - 1) + 1)
        else rescanned += scanned - end
      }
      yield [{ end, fault: end - start > window ? tooLarge : fault }]
      start = end
    }
  })
  return { ...records, separator: () => separator ?? ',' }
}

export interface CsvSplitter extends Splitter<string[]> {
  /** Separator of fields. */
  separator(): string
}

/** The first line that is not blank. */
function firstLine(bytes: Buffer): string {
  return bytes.toString('utf8', 0, window).trimStart().split('\n', 1)[0] ?? ''
}

interface ParsedBlock {
  cuts: Cut<string[]>[]
  /** The reason why the line after the last of `cuts` must be skipped. */
  fault: string | undefined
  /** Position up to which bytes were read to find the fault. */
  scanned: number
}

/** Parses a batch of complete records from `start` on, at most up to one that is faulty. */
function parseCsv(bytes: Buffer, start: number, final: boolean, separator: string): ParsedBlock {
  const cuts: Cut<string[]>[] = []
  const block = bytes.subarray(start, start + window)
  const isLast = final && start + window >= bytes.length
  let position = start
  let scanned = start
  try {
    parse(block, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Quotes within an unquoted field are text.
      relax_quotes: true,
      max_record_size: maxRecordBytes,
      to: maxBatchRows,
      on_record(content: string[], info) {
        const end = start + info.bytes
        // At the end of a block more of the record may follow, or the second half of its CRLF.
        if (info.bytes === block.length && !isLast && bytes[end - 1] !== lineFeed) return null
        const fault = hasBrokenQuote(content, bytes.subarray(position, end)) ? brokenQuote : undefined
        scanned = end
        // A broken quote may have joined lines.
        if (fault !== undefined && lineEnd(bytes, position, true) !== end) throw new Error(fault)
        const empty = content.length === 1 && content[0]?.trim() === ''
        cuts.push({ end, content: empty ? undefined : content, fault })
        position = end
        return null
      },
    })
    const goesOn = cuts.length === 0 && block.length === window
    return { cuts, ...(goesOn ? { fault: tooLarge, scanned: start + window } : { fault: undefined, scanned }) }
  } catch (error) {
    if (!(error instanceof CsvError)) return { cuts, fault: (error as Error).message, scanned }
    scanned = position + maxRecordBytes
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return { cuts, fault: unclosedOrTooLarge, scanned }
    // The quote may be closed by bytes that follow.
    const waits = position > start || (!isLast && block.length < window)
    return { cuts, fault: waits ? undefined : isLast ? unclosed : unclosedOrTooLarge, scanned }
  }
}

const unclosed = 'has a quote that is not closed'
const unclosedOrTooLarge = `${unclosed}, or ${tooLarge}`
const brokenQuote = 'has text behind a closing quote'

/** With relax_quotes, a field `"a" b` is taken as it is; a field that is correctly quoted begins with three quotes. */
function hasBrokenQuote(fields: readonly string[], bytes: Buffer): boolean {
  let position = 0
  for (const field of fields) {
    if (!field.startsWith('"')) continue
    const quoted = `"${field.replaceAll('"', '""')}"`
    position = bytes.indexOf(quoted, position)
    if (position === -1) return true
    position += Buffer.byteLength(quoted)
  }
  return false
}

/** The end of the line at `start`, after its line feed. */
function lineEnd(bytes: Buffer, start: number, final: boolean): number | undefined {
  const feed = bytes.indexOf(lineFeed, start)
  if (feed !== -1) return feed + 1
  return final && start < bytes.length ? bytes.length : undefined
}

function splitter<T>(cut: Cutter<T>): Splitter<T> {
  let rest: Buffer = Buffer.alloc(0)
  let row = 0
  let bomSkipped = false
  /** In a record that is too large: drops everything up to the next line. */
  let dropping = false

  function* splitBlock(bytes: Buffer, final: boolean): Generator<FileRecord<T>[]> {
    let start = !bomSkipped && bytes.indexOf('\ufeff') === 0 ? 3 : 0
    bomSkipped ||= bytes.length > 2
    if (dropping) start = lineEnd(bytes, 0, true) ?? bytes.length
    dropping &&= bytes[start - 1] !== lineFeed
    const block = bytes.subarray(start)
    let position = 0
    for (const batch of cut(block, final)) {
      const records: FileRecord<T>[] = []
      for (const { end, content, fault } of batch) {
        row++
        const record = block.subarray(position, end)
        position = end
        const wrong = fault ?? faultOf(record)
        // Always the same bytes, however the file is cut into chunks: a resumed import compares digests.
        const bytes = wrong === undefined ? record : record.subarray(0, maxRecordBytes)
        if (wrong !== undefined) records.push({ row, bytes, content: undefined, fault: wrong })
        else if (content !== undefined) records.push({ row, bytes, content, fault: undefined })
      }
      yield records
    }
    rest = block.subarray(position)
    if (rest.length > 2 * maxRecordBytes) {
      row++
      const bytes = rest.subarray(0, maxRecordBytes)
      dropping = true
      rest = Buffer.alloc(0)
      yield [{ row, bytes, content: undefined, fault: tooLarge }]
    }
  }
  return {
    push: (bytes) => splitBlock(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]), false),
    end: () => splitBlock(rest, true),
  }
}

function faultOf(record: Buffer): string | undefined {
  if (record.length > maxRecordBytes) return tooLarge
  return isUtf8(record) ? undefined : 'must be UTF-8'
}
