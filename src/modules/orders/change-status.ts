import { fulfilStock, releaseStock, type StockActor } from '#src/modules/inventory/index.ts'
import { paymentChanges, startRefund } from '#src/modules/payments/index.ts'
import { type AuditEntry, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/authentication.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import { presentOrder } from './order-schemas.ts'
import { type OrderKey, updatePaymentStatus, updateStatus } from './queries.ts'
import type { OrderRow } from './row-queries.ts'
import { allowedTransitions, type Effects, effects, type Mover, type OrderStatus, sourcesOf } from './rules.ts'

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

/** Staff changes the status of an order. @throws AppError NOT_FOUND, INVALID_TRANSITION */
export function updateOrder(db: Executor, staff: Staff, orderId: string, to: OrderStatus): Promise<OrderRow> {
  return inTransaction(db, async (transaction) => {
    const key = { merchantId: staff.merchantId, orderId }
    const { order, events, entries } = await moveOrder(transaction, key, { to, by: 'staff', actor: staff })
    await emit(transaction, events)
    await recordAudit(transaction, staff, entries)
    return order
  })
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
 * Changes the status of an order with all its effects (`effects` in rules.ts), and answers the events to emit and what
 * the audit log says if staff did it. Locks are taken in the same order everywhere: the order, its payment, stock by
 * product id.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION
 */
export async function moveOrder(
  transaction: Transaction,
  key: OrderKey,
  { to, by, actor }: Move,
): Promise<{ order: OrderRow; events: DomainEvent[]; entries: AuditEntry[] }> {
  const found = await updateStatus(transaction, key, {
    to,
    from: sourcesOf(to, by),
    paymentStatus: to === 'paid' ? 'paid' : null,
    cancelReason: to === 'cancelled' ? cancelReasons[by] : null,
  })
  if (found === undefined) throw notFound('order')
  const { previous, order } = found
  if (order === undefined) throw impossible(previous, to, by)

  const { stock, event, refund }: Effects = effects[to]
  const entries: AuditEntry[] = [
    { action: 'order.updated', targetId: order.id, changes: { status: [previous, order.status] } },
  ]
  if (refund && order.payment_status === 'paid') {
    for (const payment of await startRefund(transaction, order.merchant_id, order.id))
      entries.push({
        action: 'payment.refund_started',
        targetId: payment.id,
        changes: paymentChanges(payment, 'succeeded'),
      })
  }
  const stockEvents = stock === undefined ? [] : await endReservation(transaction, stock, order, actor)
  const events = [orderUpdated(order, previous), ...stockEvents]
  if (event !== undefined) {
    events.unshift({ merchantId: order.merchant_id, name: event, data: { order: presentOrder(order, 'staff') } })
  }
  return { order, events, entries }
}

/** The event of a changed status. */
export function orderUpdated(order: OrderRow, previous: OrderStatus): DomainEvent {
  const data = { order: presentOrder(order, 'staff'), previous_status: previous }
  return { merchantId: order.merchant_id, name: 'order.updated', data }
}

/**
 * Records that the money for a locked order was given back, and tells it. Once, and of a cancelled order only: one of
 * which a second charge was refunded stays paid.
 */
export async function markRefunded(transaction: Transaction, { merchant_id, id, ...order }: OrderRow): Promise<void> {
  if (order.status !== 'cancelled' || order.payment_status === 'refunded') return
  const key = { merchantId: merchant_id, orderId: id }
  const refunded = await updatePaymentStatus(transaction, key, order.status, 'refunded')
  if (refunded === undefined) throw new Error(`order ${id} was changed while locked`)
  const data = { order: presentOrder(refunded, 'staff'), previous_status: order.status, change: 'refunded' }
  await emit(transaction, [{ merchantId: merchant_id, name: 'order.updated', data }])
}

const cancelReasons = {
  owner: 'requested_by_customer',
  staff: 'requested_by_merchant',
  clock: 'payment_window_expired',
  payment: null,
} as const satisfies Record<Mover, string | null>

function endReservation(
  transaction: Transaction,
  how: 'fulfil' | 'release',
  order: OrderRow,
  actor: StockActor,
): Promise<DomainEvent[]> {
  const lines = order.items.map((item) => ({ productId: item.product_id, quantity: item.quantity }))
  const end = how === 'fulfil' ? fulfilStock : releaseStock
  return end(transaction, actor, { merchantId: order.merchant_id, orderId: order.id, lines })
}

function impossible(status: OrderStatus, to: OrderStatus, by: Mover): AppError {
  return new AppError('INVALID_TRANSITION', `an order that is ${status} cannot become ${to} here`, {
    details: { status, allowed_transitions: allowedTransitions(status, by) },
  })
}
