import {
  type OrderRow,
  type OrderStatus,
  orderUpdated,
  type StaffOrderRow,
  updateNote,
  withCustomer,
} from '#src/modules/orders/index.ts'
import { type AuditEntry, recordAudit } from '#src/platform/audit/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { finishRefund, type RefundServices } from '../refund/refund-order.ts'
import { moveOrder } from './change-status.ts'

/**
 * Staff changes the status of an order, its note, or both. Events show the order without the note; a change of the note
 * alone emits `edited`, since the version of the order grows. If a paid order is cancelled, the refund is requested
 * afterwards; it stays pending if the provider does not answer soon. Completing an order sends what is left of it, and
 * cancelling one that was paid, or in part, gives money back: each takes the permission of that, too.
 * @throws AppError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR, NOT_FOUND, INVALID_TRANSITION
 */
export async function editOrder(
  services: RefundServices,
  staff: Staff,
  orderId: string,
  { status, note }: { status?: OrderStatus; note?: string | null },
): Promise<StaffOrderRow> {
  if (status === 'completed' && !staff.permissions.has('orders.fulfil')) throw lacksPermission('orders.fulfil')
  if (status === undefined && note === undefined) throw invalid({ field: 'status', message: 'or note is required' })
  const key = { merchantId: staff.merchantId, orderId }
  const { order, refund } = await inTransaction(services.db, async (transaction) => {
    const noted = note === undefined ? undefined : await updateNote(transaction, key, note)
    if (note !== undefined && noted === undefined) throw notFound('order')
    const moved =
      status === undefined ? undefined : await moveOrder(transaction, key, { to: status, by: 'staff', actor: staff })
    const isRefunding = status === 'cancelled' && (moved?.order.paid_minor ?? 0) > 0
    if (isRefunding && !staff.permissions.has('orders.refund')) throw lacksPermission('orders.refund')
    const order = moved?.order ?? noted?.order
    if (order === undefined) throw new Error('neither status nor note')
    await emit(transaction, moved?.events ?? (noted?.changed ? [orderUpdated(order, order.status, 'edited')] : []))
    await recordAudit(transaction, staff, [
      ...(noted?.changed ? [noteChanged(order, noted)] : []),
      ...(moved?.entries ?? []),
    ])
    return { order, refund: moved?.refund }
  })
  const now = refund === undefined ? order : (await finishRefund(services, refund)).order
  return withCustomer(services.db, now)
}

/** Without the text: it may name a person, and entries cannot be changed when a user is erased. */
function noteChanged(order: OrderRow, { hadNote }: { hadNote: boolean }): AuditEntry {
  return { action: 'order.updated', targetId: order.id, changes: { has_note: [hadNote, order.note !== null] } }
}
