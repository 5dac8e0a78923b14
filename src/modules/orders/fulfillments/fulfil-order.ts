import { moveUnits } from '#src/modules/inventory/index.ts'
import { type AuditEntry, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/authentication.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { orderChanged, orderUpdated } from '../order-events.ts'
import { lockOrder, selectOrder, touchOrder } from '../queries.ts'
import type { OrderRow } from '../row-queries.ts'
import { insertFulfillment, selectTracking, type Tracking, updateCounts, updateTracking } from './queries.ts'
import { planFulfillment } from './rules.ts'

export interface FulfillmentInput extends Partial<Tracking> {
  items?: readonly { product_id: string; quantity: number }[]
}

/**
 * Sends units of an order, all that are left if none are named.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION
 */
export function fulfilOrder(
  db: Executor,
  staff: Staff,
  orderId: string,
  { items, carrier = null, tracking_number = null, tracking_url = null }: FulfillmentInput,
): Promise<OrderRow> {
  const key = { merchantId: staff.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    const before = await lockOrder(transaction, key)
    if (before === undefined) throw notFound('order')
    const plan = planFulfillment(before, items)
    const tracking = { carrier, tracking_number, tracking_url }
    await insertFulfillment(transaction, key, { id: newId(), lines: plan.lines, ...tracking, actorId: staff.userId })
    await updateCounts(transaction, key, plan)
    const stocked = await moveUnits(transaction, staff, 'order_fulfilled', { ...key, lines: plan.lines })
    const order = await selectOrder(transaction, key)
    if (order === undefined) throw new Error(`order ${orderId} was deleted while locked`)
    await emit(transaction, [...orderChanged(order, before.status, 'fulfilled'), ...stocked])
    const changes = changesOf<Pick<OrderRow, 'status' | 'fulfillment_status'>>(stateOf(before), stateOf(order))
    const entry: AuditEntry = { action: 'order.fulfilled', targetId: orderId, changes }
    await recordAudit(transaction, staff, [entry])
    return order
  })
}

/** Changes carrier and tracking. @throws AppError NOT_FOUND */
export function updateFulfillment(
  db: Executor,
  staff: Staff,
  orderId: string,
  fulfillmentId: string,
  changed: Partial<Tracking>,
): Promise<OrderRow> {
  const key = { merchantId: staff.merchantId, orderId }
  return inTransaction(db, async (transaction) => {
    const before = await lockOrder(transaction, key)
    if (before === undefined) throw notFound('order')
    const tracking = await selectTracking(transaction, key, fulfillmentId)
    if (tracking === undefined) throw notFound('fulfillment')
    const next = { ...tracking, ...changed }
    const changes = changesOf(tracking, next)
    if (Object.keys(changes).length === 0) return before
    await updateTracking(transaction, key, fulfillmentId, next)
    const order = await touchOrder(transaction, key)
    await emit(transaction, [orderUpdated(order, order.status, 'edited')])
    await recordAudit(transaction, staff, [{ action: 'order.fulfillment_updated', targetId: orderId, changes }])
    return order
  })
}

const stateOf = ({ status, fulfillment_status }: OrderRow) => ({ status, fulfillment_status })
