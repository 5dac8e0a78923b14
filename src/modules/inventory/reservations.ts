import type { Transaction } from '#src/platform/db/transaction.ts'
import type { DomainEvent } from '#src/platform/outbox/index.ts'
import { inventoryUpdated } from './events.ts'
import { changeUnits, lockUnits, type UnitChange } from './reservation-queries.ts'
import type { MovementType } from './rules.ts'
import { movementContext, type StockActor } from './stock.ts'

/** Units of a product in an order; name a product once. */
interface OrderUnits {
  productId: string
  quantity: number
  /** Whether returned units are put back on hand. Default: true. */
  restock?: boolean
}

export interface OrderOfUnits {
  merchantId: string
  orderId: string
  lines: readonly OrderUnits[]
}

/**
 * Effect of a movement on a product's stock, per unit. Returned units that are not put back on hand have a movement,
 * too, which changes nothing: the ledger has every unit of an order.
 */
export const movedPerUnit = {
  order_cancelled: { onHand: 0, reserved: -1 },
  order_completed: { onHand: -1, reserved: -1 },
  order_fulfilled: { onHand: -1, reserved: -1 },
  refund_cancelled: { onHand: 0, reserved: -1 },
  refund_returned: { onHand: 1, reserved: 0 },
} as const satisfies Partial<Record<MovementType, { onHand: number; reserved: number }>>

export type OrderMovement = keyof typeof movedPerUnit

/** Moves units of an order. Returns the events to emit. */
export async function moveUnits(
  transaction: Transaction,
  actor: StockActor,
  type: OrderMovement,
  { merchantId, orderId, lines }: OrderOfUnits,
): Promise<DomainEvent[]> {
  if (lines.length === 0) return []
  const context = movementContext(type, actor, { orderId })
  const changes = await changeUnits(transaction, merchantId, lines.map(changeBy(type)), context)
  if (changes.length !== lines.length) throw new Error(`order ${orderId} names products that have no stock`)
  return changes.map((change) => inventoryUpdated(merchantId, change, context.type))
}

/** Locks the stock of products before several movements, which would lock them one after the other. */
export function lockProducts(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<void> {
  return lockUnits(transaction, merchantId, productIds)
}

function changeBy(type: OrderMovement): (line: OrderUnits) => UnitChange {
  const { onHand, reserved } = movedPerUnit[type]
  return ({ productId, quantity, restock = true }) => ({
    productId,
    onHandChange: restock ? onHand * quantity : 0,
    reservedChange: reserved * quantity,
  })
}
