import { isUtf8 } from 'node:buffer'
import { invalid } from '#src/platform/lib/errors.ts'
import { createKeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { ReadStatement } from './bank-credit.ts'
import type { Columns } from './csv-columns.ts'
import { readCamt } from './read-camt.ts'
import { readCsv } from './read-csv.ts'
import { readZip } from './read-zip.ts'

export type FileKind = 'xml' | 'zip' | 'csv'

export interface StatementFile {
  kind: FileKind
  bytes: Buffer
  /** How a CSV is read. */
  named: Columns | undefined
  lastColumns: readonly Columns[]
  currency: string
}

/** What is in it, and of a CSV the columns by which it was read. */
export interface ReadFile {
  /** One of a zip archive each. */
  statements: ReadStatement[]
  columns?: Columns
}

/** Files that one process reads at the same time: each may take tens of megabytes. */
const inTurn = createKeyedLimit(2)

/** @throws AppError VALIDATION_ERROR */
export function readFile(file: StatementFile): Promise<ReadFile> {
  return inTurn('', () => read(file))
}

async function read({ kind, bytes, ...how }: StatementFile): Promise<ReadFile> {
  if (kind === 'csv') {
    const { columns, ...statement } = readCsv(decode(bytes, 'windows-1252'), how)
    return { statements: [statement], columns }
  }
  const statements: ReadStatement[] = []
  for (const file of kind === 'zip' ? await readZip(bytes) : [bytes]) {
    const declared = /^<\?xml[^>]*\bencoding=["']([\w-]+)["']/.exec(file.toString('latin1', 0, 200))?.[1]
    statements.push(await readCamt(decode(file, declared ?? 'utf-8')))
  }
  return { statements }
}

const encodings = ['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii', 'utf-16']

/** By the byte order mark, else UTF-8 if it is that, else as it says. @throws AppError VALIDATION_ERROR */
function decode(bytes: Buffer, otherwise: string): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const encoding = otherwise.toLowerCase()
  if (encoding === 'utf-8' || !encodings.includes(encoding))
    throw invalid({ field: 'body', message: 'must be UTF-8, or say its encoding in the first line' })
  return new TextDecoder(encoding).decode(bytes)
}
