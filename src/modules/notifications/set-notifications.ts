import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { selectPerson, upsertChoice } from './queries.ts'
import { choicesOf, type NoticeKind, type Way } from './rules.ts'
import type { ShownNotifications } from './schemas.ts'

/** What the caller is told; a key acts for its maker. @throws AppError NOT_FOUND: they have just left */
export async function readNotifications(db: Executor, { merchantId, userId }: Staff): Promise<ShownNotifications> {
  const person = await selectPerson(db, merchantId, userId)
  if (person === undefined) throw notFound('member of staff')
  return { kinds: choicesOf(person.kinds, person.is_new_owner), large_order_over: person.large_order_over }
}

/** @throws AppError NOT_FOUND, VALIDATION_ERROR */
export function setNotifications(
  db: Executor,
  staff: Staff,
  { kinds, large_order_over }: { kinds: Partial<Record<NoticeKind, Way>>; large_order_over?: number | null },
): Promise<ShownNotifications> {
  return inTransaction(db, async (transaction) => {
    const before = await readNotifications(transaction, staff)
    const over = large_order_over === undefined ? before.large_order_over : large_order_over
    const after = { ...before.kinds, ...kinds }
    if (after.large_order !== 'none' && over === null)
      throw invalid({ field: 'large_order_over', message: 'is required for large orders, such as 500' })
    await upsertChoice(transaction, staff, { kinds: after, over })
    const changes = changesOf({ ...before.kinds, over: before.large_order_over }, { ...after, over })
    await recordAudit(transaction, staff, [{ action: 'notifications.updated', targetId: staff.userId, changes }])
    return { kinds: after, large_order_over: over }
  })
}
