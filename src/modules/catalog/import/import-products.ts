import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#src/platform/db/pool.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { applyChunk, type Chunk, type ImportTarget } from './import-chunk.ts'
import { type FileFormat, type ParsedRow, rowReader } from './import-rows.ts'
import { completeImport, type ImportProgress, importProgress, openImport } from './queries.ts'
import { SkuRegister } from './sku-register.ts'

/** Rows per transaction: some hundred milliseconds, during which orders of these products wait for its locks. */
const chunkRows = 1_000
/** And bytes: what they become (statements, events) is made in one turn of the event loop. */
const chunkBytes = 1_048_576

/** Limits of a file, in bytes and rows. */
export const largestFile = 1_073_741_824
export const mostRows = 1_000_000

/**
 * Imports a file while it arrives. The sender waits while a chunk is applied (back-pressure), so memory holds one
 * chunk. Sent again with the same id, after a lost connection or a killed process, the import resumes behind the last
 * committed chunk.
 * @throws AppError VALIDATION_ERROR (header), CONFLICT (another file, or sent twice at once), PAYLOAD_TOO_LARGE
 */
export async function importProducts(
  db: Database,
  target: ImportTarget,
  format: FileFormat,
  source: AsyncIterable<Buffer>,
): Promise<ImportProgress> {
  const progress = await openImport(db, target.merchantId, target.importId)
  if (progress === undefined) throw notFound('import')
  if (progress.status === 'completed') return progress
  const run = startRun(db, target, progress)
  const reader = rowReader(format, target.currency, target.unit)
  const takeAll = async (batches: Iterable<ParsedRow[]>) => {
    for (const rows of batches) {
      await run.take(rows)
      // The rest of the file may already have arrived: without this, nobody else has a turn until it is read.
      await nextTurn()
    }
  }
  let size = 0
  for await (const bytes of source) {
    size += bytes.length
    if (size > largestFile) throw new AppError('PAYLOAD_TOO_LARGE', 'the file is larger than 1 GiB')
    await takeAll(reader.push(bytes))
  }
  await takeAll(reader.end())
  await run.finish()
  return findImport(db, target.merchantId, target.importId)
}

/** @throws AppError NOT_FOUND */
export async function findImport(db: Database, merchantId: string, importId: string): Promise<ImportProgress> {
  const progress = await importProgress(db, merchantId, importId)
  if (progress === undefined) throw notFound('import')
  return progress
}

function startRun(db: Database, target: ImportTarget, progress: ImportProgress) {
  const digest = createHash('sha256')
  const skus = new SkuRegister()
  let committed = progress.last_row
  let rowCount = 0
  let chunk: Pick<Chunk, 'rows' | 'errors'> = { rows: [], errors: [] }
  let chunkSize = 0
  let lastRow = 0

  const flush = async () => {
    await applyChunk(db, target, committed, { ...chunk, lastRow, digest: digest.copy().digest() })
    committed = lastRow
    chunk = { rows: [], errors: [] }
    chunkSize = 0
  }
  const addRow = (row: ParsedRow) => {
    const { product, sku } = row
    const before = product && skus.enter(product.sku, row.row)
    const faults = before === undefined ? row.faults : [{ field: 'sku', message: `is already used in row ${before}` }]
    chunk.errors.push(...faults.map((fault) => ({ row: row.row, sku, ...fault })))
    chunk.rows.push(faults.length === 0 ? row : { ...row, product: undefined })
    chunkSize += row.bytes.length
  }

  return {
    async take(rows: Iterable<ParsedRow>) {
      for (const row of rows) {
        if (++rowCount > mostRows) throw new AppError('PAYLOAD_TOO_LARGE', 'the file has more than 1,000,000 rows')
        digest.update(row.bytes)
        lastRow = row.row
        addRow(row)
        if (row.row === progress.last_row) {
          if (!progress.digest?.equals(digest.copy().digest())) throw anotherFile()
          // These rows are in the catalog already; only their SKUs are needed, to find duplicates.
          chunk = { rows: [], errors: [] }
          chunkSize = 0
        } else if (row.row < progress.last_row) chunk = { rows: [], errors: [] }
        else if (chunk.rows.length >= chunkRows || chunkSize >= chunkBytes) await flush()
      }
    },
    async finish() {
      if (lastRow < progress.last_row) throw anotherFile()
      if (chunk.rows.length > 0) await flush()
      await completeImport(db, target.merchantId, target.importId)
    },
  }
}

function anotherFile(): AppError {
  return new AppError('CONFLICT', 'this import was started with another file; send that file, or start a new import')
}
