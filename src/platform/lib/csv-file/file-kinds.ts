import { invalid } from '../errors.ts'

/** Signatures of files that are not text tables, with advice for the sender. */
const magic: [bytes: readonly number[], kind: string, remedy: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel file (.xlsx), or another zip archive', 'save it as CSV, and send that'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel file (.xls)', 'save it as CSV, and send that'],
  [[0x1f, 0x8b], 'a file compressed by gzip', 'unpack it, and send what is in it'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF', ''],
]

/** What the sender says that it is; `csv alone`: of an import that takes nothing else. */
export type ExpectedKind = 'csv' | 'ndjson' | 'csv alone'

/**
 * Refuses a file whose first bytes contradict its content type.
 * @throws AppError VALIDATION_ERROR
 */
export function refuseOtherKind(bytes: Buffer, expected: ExpectedKind): void {
  const format = magic.find(([start]) => start.every((byte, index) => bytes[index] === byte))
  const anyText = expected === 'csv alone' ? 'send CSV' : 'send CSV or NDJSON'
  if (format) throw looksLike(format[1], format[2] || anyText)
  const first = textOf(bytes)[0]
  if (first === '<') throw looksLike('XML or HTML', anyText)
  if (expected === 'csv alone' && (first === '[' || first === '{')) throw looksLike('JSON', anyText)
  if (first === '[') throw looksLike('a JSON array', 'send one product a line, as application/x-ndjson')
  if (first === '{' && expected === 'csv') throw looksLike('NDJSON', 'send it as application/x-ndjson')
}

function looksLike(kind: string, remedy: string) {
  return invalid({ field: 'body', message: `looks like ${kind}: ${remedy}` })
}

/** Strips the byte order mark, the zeros of UTF-16 and blanks. */
function textOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 64).toString('latin1')
  return start
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
    .replaceAll('\0', '')
    .trimStart()
}
