import { fileDecoder } from '#src/platform/lib/csv-file/decode-file.ts'
import { csvSplitter, type FileRecord } from '#src/platform/lib/csv-file/records.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { isSeparatorLine, type Renames, separatorOf } from '../header.ts'
import type { FileFormat } from '../import-rows.ts'
import { type FileSystem, formatOf, type ImportFormat } from './recognize.ts'

/** A header stands within so many bytes. */
const maxStartBytes = 262_144

/**
 * What a file is read as, and all of its bytes.
 * @throws AppError VALIDATION_ERROR if a file of another system is no CSV
 */
export async function recognizeFile(
  given: ImportFormat,
  format: FileFormat,
  source: AsyncIterable<Buffer>,
  renames: Renames,
): Promise<{ system: FileSystem; bytes: AsyncIterable<Buffer> }> {
  if (format === 'ndjson') {
    if (given === 'own' || given === 'auto') return { system: 'own', bytes: source }
    throw invalid({ field: 'format', message: `must be own or auto for NDJSON: files of ${given} are CSV` })
  }
  // Shopify's products and their translations are two files.
  if (given !== 'auto' && given !== 'shopify') return { system: given, bytes: source }
  const parts = source[Symbol.asyncIterator]()
  const start: Buffer[] = []
  const titles = await firstTitles(parts, start)
  const found = titles === undefined ? 'own' : formatOf(titles, renames)
  const system = given === 'shopify' && found !== 'shopify_translations' ? given : found
  return { system, bytes: rejoin(start, parts) }
}

/** Reads on until the header is known; what was read is in `start`. */
async function firstTitles(parts: AsyncIterator<Buffer>, start: Buffer[]): Promise<string[] | undefined> {
  const decoder = fileDecoder('csv')
  const splitter = csvSplitter(separatorOf)
  let size = 0
  for (;;) {
    const next = size > maxStartBytes ? undefined : await parts.next()
    const isEnd = next === undefined || next.done === true
    if (!isEnd) {
      start.push(next.value)
      size += next.value.length
    }
    const text = isEnd ? decoder.end() : decoder.push(next.value)
    const found = headerIn(splitter.push(text)) ?? (isEnd ? headerIn(splitter.end()) : undefined)
    if (found !== undefined || isEnd) return found
  }
}

function headerIn(batches: Iterable<FileRecord<string[]>[]>): string[] | undefined {
  const isHeader = (fields: readonly string[]) =>
    fields.some((field) => field.trim() !== '') && !isSeparatorLine(fields)
  return [...batches].flat().find(({ content }) => content !== undefined && isHeader(content))?.content
}

async function* rejoin(start: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* start
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
