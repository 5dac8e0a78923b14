import { Type } from 'typebox'
import { named, Uuid } from '#src/platform/http/envelope.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { EventOfModule } from '#src/platform/module.ts'

const StockProduct = named('StockProduct', Type.Object({ id: Uuid, sku: Type.String(), name: Type.String() }))
const StockChange = named(
  'StockChange',
  Type.Object({
    previous_quantity: Type.Integer({ description: 'On hand before.', examples: [40] }),
    current_quantity: Type.Integer({ description: 'On hand now.', examples: [38] }),
    reserved: Type.Integer({ examples: [3] }),
    available: Type.Integer({ examples: [35] }),
    version: Type.Integer({ description: 'Grows with each change of the product’s stock.', examples: [2] }),
  }),
)

export const inventoryEvents = {
  'inventory.updated': {
    summary: 'Units on hand or reserved changed',
    data: {
      product: StockProduct,
      inventory: StockChange,
      reason: Type.String({ description: 'Kind of the change, or a note by staff.', examples: ['order_placed'] }),
    },
    sample: () => ({
      product: { id: newId(), sku: 'SAMPLE-MUG', name: 'Blue mug (sample)' },
      inventory: { previous_quantity: 40, current_quantity: 38, reserved: 3, available: 35, version: 2 },
      reason: 'adjustment',
    }),
  },
} satisfies Record<string, EventOfModule>
