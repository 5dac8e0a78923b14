/** Why a quantity changed. */
export const movementTypes = [
  'opening',
  'adjustment',
  'import',
  'order_placed',
  'order_cancelled',
  'order_completed',
  'order_fulfilled',
  'refund_cancelled',
  'refund_returned',
] as const

export type MovementType = (typeof movementTypes)[number]

/** Retention of movements. Older ones are summed up in one, so that the ledger still adds up to the stock. */
export const movementRetentionDays = 400

/** Allowed lead of the client's clock: a time within it counts as now. */
export const clockAheadMs = 5 * 60_000
