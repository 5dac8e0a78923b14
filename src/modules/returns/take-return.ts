import { holdReturning, lockOrder, type RequestedUnits } from '#src/modules/orders/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type Label, labelFieldsOf } from './change-return.ts'
import { type LockedReturn, lockReturn, readLocked } from './end-return.ts'
import { type ExchangeServices, exchangeReturn } from './exchange.ts'
import type { RequestedExchange } from './exchange-rules.ts'
import { updateLabelFile } from './label-queries.ts'
import { insertReturn, type ReturnRow, updateFields } from './queries.ts'
import { receiveReturn } from './receive-return.ts'
import { linesOf } from './request-return.ts'
import { emitReturn } from './return-events.ts'
import { type Condition, type ReturnReason, refuseUnsent } from './rules.ts'
import { refuseTooMany } from './withdraw.ts'

interface TakenItem extends RequestedUnits {
  reason?: ReturnReason
  note?: string | null
  /** Of units that are here already. */
  condition?: Condition
  restock?: boolean
}

export interface TakenReturn {
  order_id: string
  items: readonly TakenItem[]
  /** Of the items without one of their own. */
  reason?: ReturnReason
  status?: 'approved' | 'received'
  message?: string | null
  exchange?: readonly RequestedExchange[]
  label?: Label
}

/**
 * Staff takes a return that nobody asked for: by telephone, over the counter, or of a parcel that came back. The terms
 * of the shop do not bind it; units that were not sent, or that another return holds, cannot come back.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION, CONFLICT, and what an exchange throws
 */
export function takeReturn(
  services: ExchangeServices,
  db: Executor,
  staff: Staff,
  taken: TakenReturn,
): Promise<ReturnRow> {
  const { order_id: orderId, status = 'approved' } = taken
  const items = reasonedItems(taken)
  const key = { merchantId: staff.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, key)
    if (order === undefined) throw notFound('order')
    const lines = linesOf(order, items)
    refuseUnsent(order, lines)
    await refuseTooMany(transaction, key)
    const id = newId()
    await insertReturn(transaction, key, {
      id,
      status: 'approved',
      userId: order.user_id,
      kind: 'return',
      currency: order.currency,
      shippingMinor: 0,
      lines: lines.map((line) => ({ ...line, cancelled: 0 })),
    })
    if (!(await holdReturning(transaction, key, lines))) throw new Error(`units of order ${orderId} cannot be held`)
    const locked = await writeSaid(transaction, await lockReturn(transaction, { ...key, returnId: id }), taken)
    const isLast = status === 'approved'
    await emitReturn(transaction, key, { id, status: 'approved', mail: isLast ? 'approved' : null })
    const { row } = await applySteps(transaction, services, staff, locked, taken)
    await recordAudit(transaction, staff, [
      { action: 'return.created', targetId: id, changes: { status: [null, row.status], order_id: [null, orderId] } },
    ])
    return row
  })
}

/** What came, and what is sent instead. */
async function applySteps(
  transaction: Transaction,
  services: ExchangeServices,
  staff: Staff,
  approved: LockedReturn,
  { status, items, exchange }: TakenReturn,
): Promise<LockedReturn> {
  let locked = await readLocked(transaction, approved)
  if (status === 'received') locked = await receiveReturn(transaction, locked, items.map(cameOf))
  if (exchange !== undefined) await exchangeReturn(transaction, services, staff, locked, exchange)
  return readLocked(transaction, locked)
}

const cameOf = ({ condition = 'resell', reason: _reason, note: _note, ...item }: TakenItem) => ({ ...item, condition })

async function writeSaid(
  transaction: Transaction,
  locked: LockedReturn,
  { message, label }: TakenReturn,
): Promise<LockedReturn> {
  const { row } = locked
  const key = { merchantId: row.merchant_id, returnId: row.id }
  const { file, ...fields } = labelFieldsOf(label)
  if (message !== undefined || label !== undefined)
    await updateFields(transaction, key, {
      message: message ?? null,
      label_url: null,
      carrier: null,
      tracking_number: null,
      tracking_url: null,
      ...fields,
      deduction_minor: row.deduction_minor,
      deduction_reason: row.deduction_reason,
    })
  if (file) await updateLabelFile(transaction, key, file)
  return locked
}

/** Each item with its reason. @throws AppError VALIDATION_ERROR */
function reasonedItems({ items, reason, status }: TakenReturn) {
  const faults = items.flatMap(({ condition, restock }, index) => {
    if (status === 'received') return []
    const message = 'may be sent only with status received'
    return [
      ...(condition === undefined ? [] : [{ field: `items[${index}].condition`, message }]),
      ...(restock === undefined ? [] : [{ field: `items[${index}].restock`, message }]),
    ]
  })
  if (faults.length > 0) throw invalid(...faults)
  return items.map((item) => {
    const own = item.reason ?? reason
    if (own === undefined) throw invalid({ field: 'reason', message: 'is required, unless each item has a reason' })
    return { ...item, reason: own }
  })
}
