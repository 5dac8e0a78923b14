import { moveUnits, type StockActor } from '#src/modules/inventory/index.ts'
import {
  allowedTransitions,
  type Effects,
  effects,
  type Mover,
  type OrderKey,
  type OrderRow,
  type OrderStatus,
  orderChanged,
  type StatusChanged,
  selectOrder,
  sourcesOf,
  unitsByProduct,
  unpaidEdit,
  updateStatus,
} from '#src/modules/orders/index.ts'
import type { AuditEntry } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import type { StoredRefund } from '../refund/queries.ts'
import { refundParts } from '../refund/refund-part-paid.ts'
import { refundRest } from '../refund/refund-rest.ts'
import { revertEdit } from '../write-edit/end-edit.ts'

export interface Move {
  to: OrderStatus
  by: Mover
  actor: StockActor
}

/** The owner cancels an unpaid order. @throws AppError NOT_FOUND, INVALID_TRANSITION */
export function cancelOrder(
  db: Executor,
  shopper: { userId: string; merchant: { id: string } },
  orderId: string,
): Promise<OrderRow> {
  const key = { merchantId: shopper.merchant.id, orderId, userId: shopper.userId }
  return changeStatus(db, key, { to: 'cancelled', by: 'owner', actor: shopper })
}

/** By others than staff. */
export function changeStatus(db: Executor, key: OrderKey, move: Move): Promise<OrderRow> {
  return inTransaction(db, async (transaction) => {
    const { order, events } = await moveOrder(transaction, key, move)
    await emit(transaction, events)
    return order
  })
}

/**
 * Changes the status of an order with all its effects (`effects` in rules.ts). Returns the events to emit, the audit
 * entry if staff did it, and the refund of a cancelled paid order, which the caller finishes. Locks are taken in the
 * same order everywhere: the order, its payment, stock by product id.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION
 */
export async function moveOrder(
  transaction: Transaction,
  key: OrderKey,
  { to, by, actor }: Move,
): Promise<{ order: OrderRow; events: DomainEvent[]; entries: AuditEntry[]; refund?: StoredRefund }> {
  const fulfillmentId = newId()
  const change = {
    to,
    from: sourcesOf(to, by),
    paymentStatus: to === 'paid' ? ('paid' as const) : null,
    cancelReason: to === 'cancelled' ? cancelReasons[by] : null,
    fulfillmentId,
    actorId: actor?.userId ?? null,
  }
  const found = await updateStatus(transaction, key, change)
  if (found === undefined) throw notFound('order')
  if (found.order === undefined && found.previous.has_unpaid_edit && to === 'cancelled') {
    const locked = await selectOrder(transaction, key)
    if (locked !== undefined) await revertEdit(transaction, locked)
    return moveOrder(transaction, key, { to, by, actor })
  }
  const { previous, rest } = found
  if (found.order === undefined) throw impossible(previous, to, by)

  let order = await withRest(transaction, { ...found, order: found.order }, fulfillmentId)
  const entries: AuditEntry[] = [
    { action: 'order.updated', targetId: order.id, changes: { status: [previous.status, order.status] } },
  ]
  let refund: StoredRefund | undefined
  if (to === 'cancelled' && order.paid_at !== null) {
    const amountMinor = order.paid_minor - previous.refunded_total_minor
    const given = { units: rest ?? [], amountMinor, actorId: actor?.userId ?? null }
    const refunded = await refundRest(transaction, order, given)
    refund = refunded.refund
    order = { ...order, refunds: [...(order.refunds ?? []), refund] }
    entries.push(...refunded.entries)
  }
  const { stock }: Effects = effects[to]
  const units = (rest ?? []).map(({ product_id, quantity }) => ({ productId: product_id, quantity }))
  const lines = unitsByProduct(order.items, units)
  const at = { merchantId: order.merchant_id, orderId: order.id, lines }
  const stocked = stock === undefined ? [] : await moveUnits(transaction, actor, stock, at)
  const what = to === 'paid' ? 'payment_status' : 'status'
  const isPartlyPaid = to === 'cancelled' && order.paid_at === null && order.paid_minor > 0
  const back = isPartlyPaid ? await refundParts(transaction, order) : { order, events: [] }
  const events = [...orderChanged(order, previous.status, what), ...stocked, ...back.events]
  return { order: back.order, events, entries, ...(refund && { refund }) }
}

const cancelReasons = {
  owner: 'requested_by_customer',
  staff: 'requested_by_merchant',
  clock: 'payment_window_expired',
  release: 'released',
  payment: null,
} as const satisfies Record<Mover, string | null>

/** The changed order, with the rows of its rest written in the same statement. */
async function withRest(
  transaction: Transaction,
  { order, rest, isStale }: StatusChanged & { order: OrderRow },
  fulfillmentId: string,
): Promise<OrderRow> {
  if (isStale) {
    const current = await selectOrder(transaction, { merchantId: order.merchant_id, orderId: order.id })
    if (current === undefined) throw new Error(`order ${order.id} was deleted while locked`)
    return current
  }
  if (rest === null) return order
  if (order.status === 'completed') {
    const none = { carrier: null, tracking_number: null, tracking_url: null }
    const created_at = order.updated_at.toISOString()
    const { shipping_address } = order
    const last = { id: fulfillmentId, items: rest, ...none, created_at, delivered_at: null, shipping_address }
    return { ...order, fulfillments: [...(order.fulfillments ?? []), last] }
  }
  if (order.paid_at === null) return order
  const cancelled = new Map(rest.map(({ line, quantity }) => [line, quantity]))
  const items = order.items.map((item) => ({
    ...item,
    quantity_cancelled: item.quantity_cancelled + (cancelled.get(item.line) ?? 0),
  }))
  return { ...order, items }
}

function impossible(order: StatusChanged['previous'], to: OrderStatus, by: Mover): AppError {
  const { status } = order
  if (to === 'completed' && order.has_unpaid_edit) return unpaidEdit(status)
  const why = to === 'cancelled' && sourcesOf(to, by).includes(status) ? ' after something was sent' : ' here'
  return new AppError('INVALID_TRANSITION', `an order that is ${status} cannot become ${to}${why}`, {
    details: { status, allowed_transitions: allowedTransitions(order, by) },
  })
}
