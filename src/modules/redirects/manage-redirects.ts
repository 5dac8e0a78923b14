import { type AuditChanges, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import {
  deleteFrom,
  deleteRedirect,
  leadsTo,
  lockRedirects,
  type RedirectRow,
  selectById,
  selectRedirect,
  writeRedirects,
} from './queries.ts'
import { canonicalPath, maxRedirects, readPath, readTarget } from './rules.ts'
import type { CreateRedirect } from './schemas.ts'

/** @throws AppError VALIDATION_ERROR also for a loop, CONFLICT if there is one from this path, or too many */
export function createRedirect(
  db: Executor,
  staff: Staff,
  { from, to, permanent = true }: CreateRedirect,
): Promise<RedirectRow> {
  const { merchantId } = staff
  const read = readPath(from)
  if ('fault' in read) throw invalid({ field: 'from', message: read.fault })
  const target = readTarget(to)
  if ('fault' in target) throw invalid({ field: 'to', message: target.fault })
  const { path } = read
  return inTransaction(db, async (transaction) => {
    const count = await lockRedirects(transaction, merchantId)
    if ((await selectRedirect(transaction, merchantId, path)) !== undefined)
      throw new AppError('CONFLICT', 'the shop has a redirect from this path', { details: { field: 'from' } })
    if (count >= maxRedirects)
      throw new AppError('CONFLICT', `a shop has at most ${maxRedirects.toLocaleString('en')} redirects`)
    const { targetPath } = target
    if (targetPath !== null && (await leadsTo(transaction, merchantId, targetPath, path)))
      throw invalid({ field: 'to', message: loop })
    const redirect = { id: newId(), path, target: target.target, target_path: targetPath, permanent }
    await writeRedirects(transaction, merchantId, [redirect])
    await audit(transaction, staff, 'redirect.created', redirect.id, {
      from: [null, path],
      to: [null, redirect.target],
      permanent: [null, permanent],
    })
    const row = await selectById(transaction, merchantId, redirect.id)
    if (row === undefined) throw new Error('a redirect was not inserted')
    return row
  })
}

export const loop = 'must not lead back to the path it comes from'

/** @throws AppError NOT_FOUND */
export async function removeRedirect(db: Executor, staff: Staff, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await deleteRedirect(transaction, staff.merchantId, id)
    if (row === undefined) throw notFound('redirect')
    await audit(transaction, staff, 'redirect.deleted', id, { from: [row.path, null], to: [row.target, null] })
  })
}

/**
 * Something of the shop has moved: its old address leads to the new one, which leads nowhere else. At the limit of
 * redirects it moves without.
 */
export async function redirectMoved(
  transaction: Transaction,
  merchantId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [path, target] = [canonicalPath(from), canonicalPath(to)]
  if (path === undefined || target === undefined || path === target) return
  const count = await lockRedirects(transaction, merchantId)
  await deleteFrom(transaction, merchantId, target)
  if (count >= maxRedirects) return
  await writeRedirects(transaction, merchantId, [{ id: newId(), path, target, target_path: target, permanent: true }])
}

function audit(
  transaction: Transaction,
  staff: Staff,
  action: 'redirect.created' | 'redirect.deleted',
  targetId: string,
  changes: AuditChanges,
): Promise<void> {
  return recordAudit(transaction, staff, [{ action, targetId, changes }])
}
