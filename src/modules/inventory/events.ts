import type { DomainEvent } from '#src/platform/outbox/index.ts'
import type { StockChange } from './queries.ts'

/** The `inventory.updated` of one product (specification: Data shapes). */
export function inventoryUpdated(merchantId: string, change: StockChange, reason: string): DomainEvent {
  return {
    merchantId,
    name: 'inventory.updated',
    data: {
      product: { id: change.product_id, sku: change.sku, name: change.name },
      inventory: {
        previous_quantity: change.previous_on_hand,
        current_quantity: change.on_hand,
        reserved: change.reserved,
        available: change.on_hand - change.reserved,
        version: change.movement,
      },
      reason,
    },
  }
}
