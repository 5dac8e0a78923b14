import { moveUnits } from '#src/modules/inventory/index.ts'
import { selectCarriers, trackingUrl } from '#src/modules/merchants/index.ts'
import { type AuditEntry, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { withCustomer } from '../list/queries.ts'
import { sendsBeforePaid } from '../list/staff-order.ts'
import { orderChanged, orderUpdated } from '../order-events.ts'
import { lockOrder, selectOrder, touchOrder } from '../queries.ts'
import type { OrderRow } from '../row-queries.ts'
import { type RequestedUnits, unitsByProduct } from '../unit-rules.ts'
import {
  type Delivery,
  insertFulfillment,
  selectTracking,
  type Tracking,
  updateCounts,
  updateTracking,
} from './queries.ts'
import { planFulfillment } from './rules.ts'

export interface FulfillmentInput extends Partial<Tracking> {
  items?: readonly RequestedUnits[]
}

/**
 * Sends units of an order, by default all that are left. Without a tracking URL, that of the shop's carrier of this
 * name is used.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION
 */
export function fulfilOrder(
  db: Executor,
  staff: Staff,
  orderId: string,
  { items, carrier = null, tracking_number = null, tracking_url: given }: FulfillmentInput,
): Promise<OrderRow> {
  const key = { merchantId: staff.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    const before = await lockOrder(transaction, key)
    if (before === undefined) throw notFound('order')
    const isUnpaid = before.status === 'pending'
    const beforePaid = isUnpaid && sendsBeforePaid(await withCustomer(transaction, before))
    const plan = planFulfillment({ ...before, beforePaid }, items)
    const tracking_url = await urlOf(transaction, staff.merchantId, { carrier, tracking_number, given })
    const tracking = { carrier, tracking_number, tracking_url }
    await insertFulfillment(transaction, key, { id: newId(), lines: plan.lines, ...tracking, actorId: staff.userId })
    await updateCounts(transaction, key, plan)
    const lines = unitsByProduct(before.items, plan.lines)
    const stocked = await moveUnits(transaction, staff, 'order_fulfilled', { ...key, lines })
    const order = await selectOrder(transaction, key)
    if (order === undefined) throw new Error(`order ${orderId} was deleted while locked`)
    await emit(transaction, [...orderChanged(order, before.status, 'fulfilled'), ...stocked])
    const changes = changesOf<Pick<OrderRow, 'status' | 'fulfillment_status'>>(stateOf(before), stateOf(order))
    const entry: AuditEntry = { action: 'order.fulfilled', targetId: orderId, changes }
    await recordAudit(transaction, staff, [entry])
    return order
  })
}

/**
 * Changes carrier, tracking number and time of delivery; a tracking URL made from the carrier changes with them.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR
 */
export function updateFulfillment(
  db: Executor,
  staff: Staff,
  orderId: string,
  fulfillmentId: string,
  { delivered_at, ...changed }: Partial<Tracking> & { delivered_at?: string | null },
): Promise<OrderRow> {
  const key = { merchantId: staff.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    const before = await lockOrder(transaction, key)
    if (before === undefined) throw notFound('order')
    const tracking = await selectTracking(transaction, key, fulfillmentId)
    if (tracking === undefined) throw notFound('fulfillment')
    const delivered = delivered_at === undefined ? tracking.delivered_at : delivered_at && new Date(delivered_at)
    const tracked = await changedTracking(transaction, staff.merchantId, tracking, changed)
    const next: Delivery = { ...tracked, delivered_at: delivered || null }
    const changes = changesOf(tracking, next)
    if (Object.keys(changes).length === 0) return before
    if (!(await updateTracking(transaction, key, fulfillmentId, next)))
      throw invalid({ field: 'delivered_at', message: 'must be between the time it was sent and now' })
    const order = await touchOrder(transaction, key)
    await emit(transaction, [orderUpdated(order, order.status, 'edited')])
    await recordAudit(transaction, staff, [{ action: 'order.fulfillment_updated', targetId: orderId, changes }])
    return order
  })
}

/** The given tracking URL, which may be null; else that of the shop's carrier. */
async function urlOf(
  transaction: Transaction,
  merchantId: string,
  { given, ...parcel }: Omit<Tracking, 'tracking_url'> & { given: string | null | undefined },
): Promise<string | null> {
  if (given !== undefined) return given
  if (parcel.carrier === null || parcel.tracking_number === null) return null
  return trackingUrl(await selectCarriers(transaction, merchantId), parcel)
}

/** A typed tracking URL stays, unless the shop's carrier has one for the changed fields. */
async function changedTracking(
  transaction: Transaction,
  merchantId: string,
  before: Tracking,
  changed: Partial<Tracking>,
): Promise<Tracking> {
  const next = { ...before, ...changed }
  const isSame = next.carrier === before.carrier && next.tracking_number === before.tracking_number
  if (changed.tracking_url !== undefined || isSame) return next
  const carriers = await selectCarriers(transaction, merchantId)
  const made = trackingUrl(carriers, next)
  if (made !== null) return { ...next, tracking_url: made }
  return before.tracking_url === trackingUrl(carriers, before) ? { ...next, tracking_url: null } : next
}

const stateOf = ({ status, fulfillment_status }: OrderRow) => ({ status, fulfillment_status })
