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

/** How long each movement is kept. Older ones are summed up in one, so that the ledger still adds up to the stock. */
export const keepMovementsDays = 400

/** How much the clock of whoever counts may be ahead: what it says is then taken for now. */
export const clockAheadMs = 5 * 60_000
