import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { createSlices } from '#src/platform/lib/slices.ts'
import { loop } from './manage-redirects.ts'
import { lockRedirects, type NewRedirect, selectSome, writeRedirects } from './queries.ts'
import { type FileRow, readFile } from './read-file.ts'
import { maxRedirects, pathsInLoops } from './rules.ts'

const maxErrors = 1_000
const writtenAtOnce = 5_000
const readAtOnce = 5_000

export interface ImportedRedirects {
  created: number
  updated: number
  unchanged: number
  failed: number
  errors: { row: number; field: string; message: string }[]
}

/**
 * Writes the redirects of a file, all in one transaction. Rows in error are left out; a row of a path that has a
 * redirect changes it.
 * @throws AppError VALIDATION_ERROR for the header, PAYLOAD_TOO_LARGE, CONFLICT if there would be too many
 */
export async function importRedirects(
  db: Executor,
  staff: Staff,
  bytes: Buffer,
  dryRun: boolean,
): Promise<ImportedRedirects> {
  const { merchantId } = staff
  const rows = await readFile(bytes)
  const report: ImportedRedirects = { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] }
  const fail = (row: number, field: string, message: string) => {
    report.failed++
    if (report.errors.length < maxErrors) report.errors.push({ row, field, message })
  }
  return inTransaction(db, async (transaction) => {
    const count = await lockRedirects(transaction, merchantId)
    const before = await selectAll(transaction, merchantId)
    const given = await withoutFaults(rows, before, fail)
    const written: NewRedirect[] = []
    for (const { path, target, targetPath, permanent } of given) {
      const there = before.get(path)
      if (there === undefined) report.created++
      else if (there.target === target && there.permanent === permanent) {
        report.unchanged++
        continue
      } else report.updated++
      written.push({ id: newId(), path, target, target_path: targetPath, permanent })
    }
    report.errors.sort((one, other) => one.row - other.row)
    if (count + report.created > maxRedirects)
      throw new AppError('CONFLICT', `a shop has at most ${maxRedirects.toLocaleString('en')} redirects`)
    if (dryRun || written.length === 0) return report
    for (let at = 0; at < written.length; at += writtenAtOnce)
      await writeRedirects(transaction, merchantId, written.slice(at, at + writtenAtOnce))
    const changes = { created: [null, report.created], updated: [null, report.updated] } as const
    await recordAudit(transaction, staff, [{ action: 'redirect.imported', targetId: merchantId, changes }])
    return report
  })
}

/** By their paths. */
async function selectAll(db: Executor, merchantId: string): Promise<Map<string, NewRedirect>> {
  const all = new Map<string, NewRedirect>()
  for (let behind = ''; ; ) {
    const rows = await selectSome(db, merchantId, behind, readAtOnce)
    for (const row of rows) all.set(row.path, row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < readAtOnce) return all
    behind = last.path
  }
}

type GoodRow = Extract<FileRow, { path: string }>

async function withoutFaults(
  rows: readonly FileRow[],
  before: ReadonlyMap<string, NewRedirect>,
  fail: (row: number, field: string, message: string) => void,
): Promise<GoodRow[]> {
  const slice = createSlices()
  const next = new Map([...before].map(([path, { target_path }]) => [path, target_path]))
  const byPath = new Map<string, GoodRow>()
  for (const row of rows) {
    await slice()
    if (!('path' in row)) {
      fail(row.row, row.field, row.message)
      continue
    }
    const twin = byPath.get(row.path)
    if (twin !== undefined) fail(row.row, 'Redirect from', `stands in row ${twin.row}, too`)
    else {
      byPath.set(row.path, row)
      next.set(row.path, row.targetPath)
    }
  }
  const looped = pathsInLoops(next)
  return [...byPath.values()].filter(({ path, row }) => {
    if (looped.has(path)) fail(row, 'Redirect to', loop)
    return !looped.has(path)
  })
}
