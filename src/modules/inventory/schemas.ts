import { type Static, Type } from 'typebox'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import { body, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import type { InventoryRow, MovementRow } from './list-queries.ts'
import { maxStockUnits } from './queries.ts'
import { movementRetentionDays, movementTypes } from './rules.ts'

export const InventoryItem = named(
  'InventoryItem',
  Type.Object({
    product_id: Uuid,
    sku: Type.String({ examples: ['MUG-BLUE'] }),
    name: Type.String({ examples: ['Blue mug'] }),
    category: Nullable(Type.String({ examples: ['Mugs'] })),
    image_url: Nullable(Type.String()),
    on_hand: Type.Integer({ description: 'Units in the shop, including reserved ones.', examples: [40] }),
    reserved: Type.Integer({ description: 'Units reserved by open orders.', examples: [3] }),
    available: Type.Integer({ description: '`on_hand - reserved`: units that can be ordered.', examples: [37] }),
    version: Type.Integer({ description: 'The number of the last movement; 0 before the first.', examples: [12] }),
    updated_at: Timestamp,
  }),
)

export function presentInventory(row: InventoryRow): Static<typeof InventoryItem> {
  return {
    product_id: row.product_id,
    sku: row.sku,
    name: row.name,
    category: row.category,
    image_url: row.picture === null ? row.image_url : mediaUrl(row.picture),
    on_hand: row.on_hand,
    reserved: row.reserved,
    available: row.on_hand - row.reserved,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
  }
}

export const StockMovement = named(
  'StockMovement',
  Type.Object({
    number: Type.Integer({ description: 'Counts the product’s movements from 1, in the order they took effect.' }),
    type: Type.String({ enum: [...movementTypes] }),
    reason: Nullable(Type.String({ description: 'Note by staff.', examples: ['Damaged in storage'] })),
    on_hand_change: Type.Integer(),
    reserved_change: Type.Integer(),
    on_hand_after: Type.Integer(),
    reserved_after: Type.Integer(),
    order_id: Nullable(Uuid),
    actor_id: Nullable(Type.String({ format: 'uuid', description: 'The user who caused the movement.' })),
    created_at: Timestamp,
    counted_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'For a count: the time at which the units were counted; else null.',
      }),
    ),
  }),
)

export function presentMovement(row: MovementRow): Static<typeof StockMovement> {
  return {
    number: row.number,
    type: row.type,
    reason: row.reason,
    on_hand_change: row.on_hand_change,
    reserved_change: row.reserved_change,
    on_hand_after: row.on_hand_after,
    reserved_after: row.reserved_after,
    order_id: row.order_id,
    actor_id: row.actor_id,
    created_at: row.created_at.toISOString(),
    counted_at: row.counted_at === null ? null : row.counted_at.toISOString(),
  }
}

export const StockUpdate = body('StockUpdate', {
  on_hand: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxStockUnits,
      description: 'A new count. Either this or `adjust`.',
      examples: [40],
    }),
  ),
  counted_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        `When \`on_hand\` was counted, at most ${movementRetentionDays} days ago; left out: now. What was sent, ` +
        'returned or adjusted since is added to the count. 409 if there is a later count.',
      examples: ['2026-11-21T09:30:00.000Z'],
    }),
  ),
  adjust: Type.Optional(
    Type.Integer({
      minimum: -maxStockUnits,
      maximum: maxStockUnits,
      description: 'Units to add; negative to take away.',
    }),
  ),
  reason: Type.Optional(
    Nullable(line({ max: 500, description: 'Note in the ledger.', examples: ['Damaged in storage'] })),
  ),
})
