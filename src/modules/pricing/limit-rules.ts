import type { OrderLimits } from '#src/modules/merchants/index.ts'

/** A limit of a shop, with the name of its setting in `order_limits`. */
export interface Limit {
  limit: number
  setting: string
}

/** For a guest the lower of both limits, so that a shop's limit for everybody holds for guests, too. */
export function openOrdersLimit(limits: OrderLimits, isGuest: boolean): Limit {
  const all = { limit: limits.max_open_orders_per_user, setting: 'max_open_orders_per_user' }
  return isGuest ? lower({ limit: limits.guest_max_open_orders, setting: 'guest.max_open_orders' }, all) : all
}

/** The same. */
export function quantityLimit(limits: OrderLimits, isGuest: boolean): Limit {
  const all = { limit: limits.max_quantity_per_line, setting: 'max_quantity_per_line' }
  const ofGuest = { limit: limits.guest_max_quantity_per_line, setting: 'guest.max_quantity_per_line' }
  return isGuest ? lower(ofGuest, all) : all
}

function lower(one: Limit, other: Limit): Limit {
  return one.limit < other.limit ? one : other
}

export function unitsOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
