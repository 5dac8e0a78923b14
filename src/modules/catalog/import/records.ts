import { isUtf8 } from 'node:buffer'

/** One record of a file: its number, its bytes, and either what it holds or what is wrong with it. */
export interface FileRecord<T> {
  /** NDJSON: the line. CSV: the record, the header being 1; as a spreadsheet counts. */
  row: number
  bytes: Buffer
  content: T | undefined
  fault: string | undefined
}

/** Cuts a stream of bytes into records. What a record lacks to its end waits for the next bytes. */
export interface Splitter<T> {
  push(bytes: Buffer): FileRecord<T>[]
  end(): FileRecord<T>[]
}

/** A record of more than this is no product. */
const largestRecord = 65_536

const lineFeed = 0x0a
const carriageReturn = 0x0d
const comma = 0x2c
const quote = 0x22

/** What lies at `start`: a record up to `end`, or undefined if more bytes are needed to tell. */
type Cut<T> = { content: T | undefined; fault: string | undefined; end: number } | undefined

/** Lines of NDJSON as text. Empty lines count as lines and are no records. */
export function ndjsonSplitter(): Splitter<string> {
  return splitter((bytes, start, final) => {
    const end = lineEnd(bytes, start, final)
    if (end === undefined) return undefined
    const text = bytes.subarray(start, end)
    if (text.length > largestRecord) return { content: undefined, fault: 'is larger than 64 KiB', end }
    if (!isUtf8(text)) return { content: undefined, fault: 'is not UTF-8', end }
    const content = text.toString().trim()
    return { content: content === '' ? undefined : content, fault: undefined, end }
  })
}

/**
 * Records of CSV (RFC 4180) as lists of fields. A quote that is not closed, or closed in the middle of a field, costs its
 * own line: reading goes on with the next one.
 */
export function csvSplitter(): Splitter<string[]> {
  return splitter((bytes, start, final) => {
    const cut = cutFields(bytes, start, final)
    if (cut === undefined) return undefined
    if (typeof cut === 'string') {
      const end = lineEnd(bytes, start, final)
      return end === undefined ? undefined : { content: undefined, fault: cut, end }
    }
    const record = bytes.subarray(start, cut.end)
    if (!isUtf8(record)) return { content: undefined, fault: 'is not UTF-8', end: cut.end }
    const content = cut.fields.map((field) =>
      field.quoted
        ? bytes.toString('utf8', field.from, field.to).replaceAll('""', '"')
        : bytes.toString('utf8', field.from, field.to),
    )
    const empty = content.length === 1 && content[0] === ''
    return { content: empty ? undefined : content, fault: undefined, end: cut.end }
  })
}

interface Field {
  from: number
  to: number
  quoted: boolean
}

/** The fields of the record at `start`; a text if it is broken; undefined if more bytes are needed. */
function cutFields(
  bytes: Buffer,
  start: number,
  final: boolean,
): { fields: Field[]; end: number } | string | undefined {
  const fields: Field[] = []
  let at = start
  for (;;) {
    const field = bytes[at] === quote ? cutQuoted(bytes, at) : cutPlain(bytes, at)
    if (field === undefined || field.to - start > largestRecord) {
      if (bytes.length - start > largestRecord) return 'has a quote that is not closed, or is larger than 64 KiB'
      return final ? 'has a quote that is not closed' : undefined
    }
    const after = field.quoted ? field.to + 1 : field.to
    if (after >= bytes.length && !final) return undefined
    fields.push(field)
    const next = bytes[after]
    if (next === comma) {
      at = after + 1
      continue
    }
    if (next === undefined) return { fields, end: after }
    if (next === lineFeed) return { fields, end: after + 1 }
    if (next === carriageReturn) {
      if (after + 1 >= bytes.length && !final) return undefined
      return { fields, end: bytes[after + 1] === lineFeed ? after + 2 : after + 1 }
    }
    return 'has text behind a closing quote'
  }
}

function cutQuoted(bytes: Buffer, at: number): Field | undefined {
  let to = bytes.indexOf(quote, at + 1)
  while (to !== -1 && bytes[to + 1] === quote) to = bytes.indexOf(quote, to + 2)
  return to === -1 ? undefined : { from: at + 1, to, quoted: true }
}

function cutPlain(bytes: Buffer, at: number): Field {
  let to = at
  for (; to < bytes.length; to++) {
    const byte = bytes[to]
    if (byte === comma || byte === lineFeed || byte === carriageReturn) break
  }
  return { from: at, to, quoted: false }
}

/** Where the line at `start` ends, its line feed included. */
function lineEnd(bytes: Buffer, start: number, final: boolean): number | undefined {
  const feed = bytes.indexOf(lineFeed, start)
  if (feed !== -1) return feed + 1
  return final ? bytes.length : undefined
}

function splitter<T>(cut: (bytes: Buffer, start: number, final: boolean) => Cut<T>): Splitter<T> {
  let rest: Buffer = Buffer.alloc(0)
  let row = 0
  let begun = false
  /** In the middle of a record too large to be kept: everything up to the next line is dropped. */
  let dropping = false

  const read = (bytes: Buffer, final: boolean) => {
    let start = !begun && bytes.indexOf('\ufeff') === 0 ? 3 : 0
    begun ||= bytes.length > 2
    const records: FileRecord<T>[] = []
    while (start < bytes.length) {
      const found = cut(bytes, start, final)
      if (found === undefined) break
      row += dropping ? 0 : 1
      const record = { row, bytes: bytes.subarray(start, found.end), content: found.content, fault: found.fault }
      if (!dropping && (record.content !== undefined || record.fault !== undefined)) records.push(record)
      dropping = false
      start = found.end
    }
    rest = bytes.subarray(start)
    if (rest.length > 2 * largestRecord) {
      if (!dropping) {
        row++
        records.push({
          row,
          bytes: rest.subarray(0, largestRecord),
          content: undefined,
          fault: 'is larger than 64 KiB',
        })
      }
      dropping = true
      rest = Buffer.alloc(0)
    }
    return records
  }
  return {
    push: (bytes) => read(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]), false),
    end: () => read(rest, true),
  }
}
