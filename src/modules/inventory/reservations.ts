import type { Transaction } from '#src/platform/db/transaction.ts'
import type { DomainEvent } from '#src/platform/outbox/index.ts'
import { inventoryUpdated } from './events.ts'
import { endReservations, type StockLine } from './reservation-queries.ts'
import { movementContext, type StockActor } from './stock.ts'

/** An order and the units reserved for it. */
export interface ReservingOrder {
  merchantId: string
  orderId: string
  lines: readonly StockLine[]
}

/** Makes an order's units available again. Answers the events to emit. */
export function releaseStock(
  transaction: Transaction,
  actor: StockActor,
  order: ReservingOrder,
): Promise<DomainEvent[]> {
  return end(transaction, 'release', actor, order)
}

/** Takes an order's units out of the shop. Answers the events to emit. */
export function fulfilStock(
  transaction: Transaction,
  actor: StockActor,
  order: ReservingOrder,
): Promise<DomainEvent[]> {
  return end(transaction, 'fulfil', actor, order)
}

async function end(
  transaction: Transaction,
  how: 'release' | 'fulfil',
  actor: StockActor,
  { merchantId, orderId, lines }: ReservingOrder,
): Promise<DomainEvent[]> {
  const context = movementContext(how === 'fulfil' ? 'order_completed' : 'order_cancelled', actor, { orderId })
  const changes = await endReservations(transaction, how, merchantId, lines, context)
  if (changes.length !== lines.length) throw new Error(`order ${orderId} names products that have no stock`)
  return changes.map((change) => inventoryUpdated(merchantId, change, context.type))
}
