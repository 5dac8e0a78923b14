import { isMember, merchantOf } from '#src/modules/merchants/index.ts'
import {
  type CorrectedField,
  keepSentAddress,
  lockOrder,
  type OrderKey,
  type OrderRow,
  orderCorrected,
  orderUpdated,
  type StaffOrderRow,
  updateCorrected,
  withCustomer,
} from '#src/modules/orders/index.ts'
import { chargeUnit } from '#src/modules/payments/index.ts'
import { giftCards, lacksValuePermission, mayGiveValue } from '#src/modules/pricing/index.ts'
import { finishRefund, moveOrder, type RefundServices } from '#src/modules/settlement/index.ts'
import { type AuditEntry, recordAudit } from '#src/platform/audit/index.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { readCorrections } from './read-corrections.ts'
import { refuseOtherPrice } from './refuse-other-price.ts'
import type { Corrections, UpdateOrder } from './schemas.ts'

type Services = RefundServices & Pick<Dependencies, 'merchants'>

/**
 * Staff corrects an order, changes its status, or both. Events show the order without note, tags and assignee. If a
 * paid order is cancelled, the refund is requested afterwards; it stays pending if the provider does not answer soon.
 * Completing an order sends what is left of it, and cancelling one that was paid, or in part, gives money back: each
 * takes the permission of that, too.
 * @throws AppError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR, NOT_FOUND, INVALID_TRANSITION, PRICE_CHANGED,
 * CONFLICT (another version), SHIPPING_UNAVAILABLE
 */
export async function updateOrder(
  services: Services,
  staff: Staff,
  orderId: string,
  { status, expected_version: expected, ...corrections }: UpdateOrder,
): Promise<StaffOrderRow> {
  if (status === 'completed' && !staff.permissions.has('orders.fulfil')) throw lacksPermission('orders.fulfil')
  const corrects = Object.keys(corrections).length > 0
  if (status === undefined && !corrects)
    throw invalid({ field: 'status', message: 'is required, or a field to correct, such as note or shipping_address' })
  const merchant = await merchantOf(services.merchants, staff.merchantId)
  const key = { merchantId: staff.merchantId, orderId }
  const { order, refund } = await inTransaction(services.db, async (transaction) => {
    const request = { merchant, staff, key, expected, isMoved: status !== undefined }
    const corrected =
      corrects || expected !== undefined ? await correct(transaction, services, request, corrections) : undefined
    const moved =
      status === undefined ? undefined : await moveOrder(transaction, key, { to: status, by: 'staff', actor: staff })
    const isRefunding = status === 'cancelled' && (moved?.order.paid_minor ?? 0) > 0
    if (isRefunding && !staff.permissions.has('orders.refund')) throw lacksPermission('orders.refund')
    const order = moved?.order ?? corrected?.order
    if (order === undefined) throw new Error('neither status nor correction')
    await emit(transaction, [...(corrected?.events ?? []), ...(moved?.events ?? [])])
    await recordAudit(transaction, staff, [...(corrected?.entries ?? []), ...(moved?.entries ?? [])])
    return { order, refund: moved?.refund }
  })
  const now = refund === undefined ? order : (await finishRefund(services, refund)).order
  return withCustomer(services.db, now)
}

interface CorrectionRequest {
  merchant: Merchant
  staff: Staff
  key: OrderKey
  expected: number | undefined
  /** Its status is changed as well. */
  isMoved: boolean
}

interface Correction {
  order: OrderRow
  events: DomainEvent[]
  entries: AuditEntry[]
}

async function correct(
  transaction: Transaction,
  { paymentProviders }: Services,
  { merchant, staff, key, expected, isMoved }: CorrectionRequest,
  corrections: Corrections,
): Promise<Correction> {
  const before = await lockOrder(transaction, key)
  if (before === undefined) throw notFound('order')
  const { corrected, fields } = readCorrections(before, corrections)
  // Before the version check: a correction repeated after a lost answer gets the same answer.
  if (fields.length === 0 && !isMoved) return { order: before, events: [], entries: [] }
  if (expected !== undefined && expected !== before.version)
    throw new AppError('CONFLICT', 'the order has changed since; read it again', {
      details: { version: before.version },
    })
  if (fields.length === 0) return { order: before, events: [], entries: [] }
  // The codes of gift cards are mailed to it.
  if (fields.includes('email') && giftCards(before).length > 0 && !mayGiveValue(staff)) throw lacksValuePermission()
  const { assignee_id: assignee } = corrected
  if (fields.includes('assignee_id') && assignee !== null && !(await isMember(transaction, merchant.id, assignee)))
    throw invalid({ field: 'assignee_id', message: 'is not the id of a member of staff: see GET /admin/staff' })
  const unit = chargeUnit(paymentProviders, before.currency)
  await refuseOtherPrice(transaction, before, corrected, { merchant, unit })
  if (fields.includes('shipping_address')) await keepSentAddress(transaction, key)
  const order = await updateCorrected(transaction, key, corrected)
  const isNote = fields.join() === 'note'
  // Nobody outside sees a note: a change of status says the new version.
  if (isNote && isMoved) return { order, events: [], entries: entriesOf(before, order, fields) }
  return {
    order,
    events: [isNote ? orderUpdated(order, order.status, 'edited') : orderCorrected(order, fields)],
    entries: entriesOf(before, order, fields),
  }
}

/** Without texts that may name a person: entries cannot be changed when a user is erased. */
function entriesOf(before: OrderRow, order: OrderRow, fields: readonly CorrectedField[]): AuditEntry[] {
  const others = fields.filter((field) => field !== 'note')
  const noted: AuditEntry = {
    action: 'order.updated',
    targetId: order.id,
    changes: { has_note: [before.note !== null, order.note !== null] },
  }
  const corrected: AuditEntry = {
    action: 'order.corrected',
    targetId: order.id,
    changes: {
      fields: [null, others.join(', ')],
      ...(fields.includes('assignee_id') && { assignee_id: [before.assignee_id, order.assignee_id] }),
    },
  }
  return [...(fields.includes('note') ? [noted] : []), ...(others.length > 0 ? [corrected] : [])]
}
