/** Why a quantity changed. */
export const movementTypes = [
  'opening',
  'adjustment',
  'import',
  'order_placed',
  'order_cancelled',
  'order_completed',
] as const

export type MovementType = (typeof movementTypes)[number]
