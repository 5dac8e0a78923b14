import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { countOfImport, type ImportPictures, selectFailedOfImport } from '#src/modules/media/index.ts'
import { selectTaxRates } from '#src/modules/taxes/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { analyzeGrownTables } from '#src/platform/db/statistics.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { AppError, cannotBeRead, notFound } from '#src/platform/lib/errors.ts'
import { columnNotes } from './formats/column-notes.ts'
import { readForeign } from './formats/read-foreign.ts'
import type { ForeignFormat } from './formats/recognize.ts'
import { recognizeFile } from './formats/recognize-file.ts'
import { noteWithoutRate } from './formats/tax-classes.ts'
import { unitRows } from './formats/unit-rows.ts'
import { ownRenames } from './header.ts'
import { applyChunk, type Chunk, type ImportTarget } from './import-chunk.ts'
import { type FileFormat, type ParsedRow, rowReader } from './import-rows.ts'
import { pictureFault } from './picture-fault.ts'
import { maxPreviewed, type PreviewRow, previewOf } from './preview.ts'
import {
  type ChunkResult,
  completeImport,
  type FileForm,
  type ImportProgress,
  importProgress,
  maxErrors,
  openImport,
} from './queries.ts'
import { SkuRegister } from './sku-register.ts'
import { languageReader } from './translated-columns.ts'

/** An import with the pictures that it asked for. */
export interface ImportReport extends ImportProgress {
  pictures: ImportPictures
  /** Of a dry run: its first rows. */
  preview: PreviewRow[]
}

/**
 * Rows per transaction, which takes some hundred milliseconds, during which orders of these products wait for its
 * locks.
 */
const chunkRows = 1_000
/** Bytes per transaction: their statements and events are made in one turn of the event loop. */
const chunkBytes = 1_048_576

/** Limits of a file, in bytes and rows. */
export const maxFileBytes = 1_073_741_824
export const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'the file is larger than 1 GiB')
const maxRows = 1_000_000

/**
 * Imports a file while it arrives. The sender waits while a chunk is applied (back-pressure), so memory holds one
 * chunk. After a lost connection or a killed process, the same file sent again with the same id resumes after the last
 * committed chunk.
 * @throws AppError VALIDATION_ERROR (header), CONFLICT (another file, or sent twice at once), PAYLOAD_TOO_LARGE
 */
export async function importProducts(
  db: Database,
  target: ImportTarget,
  format: FileFormat,
  source: AsyncIterable<Buffer>,
): Promise<ImportReport> {
  const progress = target.dryRun ? rehearsal(target) : await openImport(db, target.merchantId, target.importId)
  if (progress === undefined) throw notFound('import')
  if (progress.status === 'completed') return reportOf(db, target.merchantId, progress)
  const rates = await selectTaxRates(db, target.merchantId)
  const run = startRun(db, target, progress, new Set(rates.map(({ tax_class }) => tax_class)))
  const { renames = new Map() } = target
  const { system, bytes } = await recognizeFile(target.system ?? 'own', format, source, renames)
  if (system !== 'own') return importForeign(run, target, system, bytes)
  const own = ownRenames(renames, languageReader(target.languages))
  const reader = rowReader(format, moneyOf(target), { ...target, renames: own })
  const takeAll = async (batches: Iterable<ParsedRow[]>) => {
    for (const rows of batches) {
      await run.take(rows.map((row) => ({ row: row.row, bytes: row.bytes, rows: [row] })))
      // The rest of the file may have arrived already: without this, no other work gets a turn until it is read.
      await nextTurn()
    }
  }
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > maxFileBytes) throw tooLarge()
    await takeAll(reader.push(part))
  }
  await takeAll(reader.end())
  return run.finish({ ...reader.form(), format: 'own', columns: run.notes.list() })
}

const moneyOf = ({ currency, unit = 1, unitOf }: ImportTarget) => ({ currency, unit, unitOf })

/** Rows that are applied together: one of our own file, all of a product of another system's. */
interface FileUnit {
  /** Of its first row. */
  row: number
  bytes: Buffer
  rows: readonly ParsedRow[]
}

async function importForeign(
  run: ReturnType<typeof startRun>,
  target: ImportTarget,
  system: ForeignFormat,
  source: AsyncIterable<Buffer>,
): Promise<ImportReport> {
  const { ignored = new Set<string>(), renames = new Map(), sales = 'current', currency } = target
  const today = new Date().toISOString().slice(0, 10)
  const how = { ignored, renames, sales, currency, taxClasses: run.taxClasses, languages: target.languages }
  const file = await readForeign(system, source, { ...how, today, maxFileBytes, maxRows })
  try {
    const rowsOf = unitRows(moneyOf(target), file.notes)
    for await (const unit of file.units()) {
      await run.take([{ row: unit.row, bytes: unit.bytes, rows: rowsOf(unit) }])
    }
    const { columns, ...form } = file.form()
    return await run.finish({
      ...form,
      ignored: [...ignored],
      format: system,
      columns: [...run.notes.list(), ...columns],
    })
  } finally {
    await file.close()
  }
}

/** Progress of a dry run, which no database stores. */
function rehearsal({ importId }: ImportTarget): ImportProgress {
  const counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    uncounted: 0,
    errors: [],
    warnings: [],
    translated: {},
  }
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  return { id: importId, status: 'running', last_row: 0, digest: null, file: null, ...counts, ...times }
}

/** Progress after a further chunk. */
function withChunk(progress: ImportProgress, chunk: ChunkResult): ImportProgress {
  return {
    ...progress,
    last_row: chunk.lastRow,
    created: progress.created + chunk.created,
    updated: progress.updated + chunk.updated,
    unchanged: progress.unchanged + chunk.unchanged,
    failed: progress.failed + chunk.failed,
    uncounted: progress.uncounted + chunk.uncounted,
    errors: [...progress.errors, ...chunk.errors].slice(0, maxErrors),
    warnings: [...progress.warnings, ...chunk.warnings].slice(0, maxErrors),
    translated: added(progress.translated, chunk.translated),
    updated_at: new Date(),
  }
}

function added(counts: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const sums = Object.entries(more).map(([locale, count]) => [locale, (counts[locale] ?? 0) + count])
  return { ...counts, ...Object.fromEntries(sums) }
}

/** @throws AppError NOT_FOUND */
export async function findImport(db: Database, merchantId: string, importId: string): Promise<ImportReport> {
  const progress = await importProgress(db, merchantId, importId)
  if (progress === undefined) throw notFound('import')
  return reportOf(db, merchantId, progress)
}

/** With the pictures that were asked for, which are fetched in the meantime. */
async function reportOf(db: Executor, merchantId: string, progress: ImportProgress): Promise<ImportReport> {
  const pictures = await countOfImport(db, merchantId, progress.id)
  const failed = pictures.failed === 0 ? [] : await selectFailedOfImport(db, merchantId, progress.id, maxErrors)
  const later = failed.map(({ row, sku, field, url, failure }) => ({
    row,
    sku,
    field: field ?? 'media',
    message: pictureFault(url, failure),
  }))
  const warnings = [...progress.warnings, ...later].sort((one, other) => one.row - other.row).slice(0, maxErrors)
  return { ...progress, warnings, pictures, preview: [] }
}

function startRun(db: Database, target: ImportTarget, progress: ImportProgress, taxClasses: ReadonlySet<string>) {
  const digest = createHash('sha256')
  const skus = new SkuRegister()
  const slugs = new SkuRegister()
  const notes = columnNotes()
  let committed = progress.last_row
  let rowCount = 0
  let chunk: Pick<Chunk, 'rows' | 'errors'> = { rows: [], errors: [] }
  let chunkSize = 0
  let lastRow = 0

  let rehearsed = progress
  let asked = 0
  let inTexts = 0
  const preview: PreviewRow[] = []

  const flush = async () => {
    const result = await applyChunk(db, target, committed, { ...chunk, lastRow, digest: digest.copy().digest() })
    if (target.dryRun) {
      rehearsed = withChunk(rehearsed, result)
      asked += result.pictures.asked
      inTexts += result.pictures.inTexts
      const rows = chunk.rows.slice(0, maxPreviewed - preview.length)
      preview.push(...rows.map((row) => previewOf(row, result.outcomes)))
    } else {
      // Behind each chunk: shoppers read meanwhile, and the sender may give up.
      await analyzeGrownTables(db)
    }
    committed = lastRow
    chunk = { rows: [], errors: [] }
    chunkSize = 0
  }
  const addRow = (row: ParsedRow) => {
    const { product, sku } = row
    const before = product && skus.enter(product.sku, row.row)
    const slugBefore = product?.slug == null ? undefined : slugs.enter(product.slug, row.row)
    const faults = [...row.faults]
    for (const reason of row.notKept ?? []) notes.dropped('description_html', reason)
    for (const { locale, notKept } of row.translations ?? [])
      for (const reason of notKept) notes.dropped(`description_html:${locale}`, reason)
    if (before !== undefined) faults.push({ field: 'sku', message: `is already used in row ${before}` })
    else if (slugBefore !== undefined) faults.push({ field: 'slug', message: `is already used in row ${slugBefore}` })
    if (product?.tax_class !== undefined && faults.length === 0) noteWithoutRate(product.tax_class, taxClasses, notes)
    chunk.errors.push(...faults.map((fault) => ({ row: row.row, sku, ...fault })))
    chunk.rows.push(faults.length === 0 ? row : { ...row, product: undefined })
  }

  return {
    taxClasses,
    notes,
    async take(units: Iterable<FileUnit>) {
      for (const unit of units) {
        rowCount += unit.rows.length
        if (rowCount > maxRows) throw new AppError('PAYLOAD_TOO_LARGE', 'the file has more than 1,000,000 rows')
        digest.update(unit.bytes)
        lastRow = unit.row
        for (const row of unit.rows) addRow(row)
        chunkSize += unit.bytes.length
        if (unit.row === progress.last_row) {
          if (!progress.digest?.equals(digest.copy().digest())) throw anotherFile()
          // These rows are committed already; only their SKUs are needed, to find duplicates.
          chunk = { rows: [], errors: [] }
          chunkSize = 0
        } else if (unit.row < progress.last_row) chunk = { rows: [], errors: [] }
        else if (chunk.rows.length >= chunkRows || chunkSize >= chunkBytes) await flush()
      }
    },
    async finish(file: FileForm): Promise<ImportReport> {
      if (lastRow < progress.last_row) throw anotherFile()
      if (lastRow > committed) await flush()
      const pictures = { asked, in_texts: inTexts, ready: 0, failed: 0 }
      if (target.dryRun) return { ...rehearsed, status: 'completed', file, pictures, preview }
      await completeImport(db, target.merchantId, target.importId, file)
      const ended = await importProgress(db, target.merchantId, target.importId)
      if (ended === undefined) throw cannotBeRead('import')
      return reportOf(db, target.merchantId, ended)
    },
  }
}

function anotherFile(): AppError {
  return new AppError('CONFLICT', 'this import was started with another file; send that file, or start a new import')
}
