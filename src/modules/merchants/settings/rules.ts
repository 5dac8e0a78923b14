export interface OrderLimits {
  max_open_orders_per_user: number
  max_quantity_per_line: number
}

/** Where a merchant has set nothing. */
export const defaultOrderLimits: OrderLimits = { max_open_orders_per_user: 20, max_quantity_per_line: 1_000 }

/** The largest values a merchant can set; the table has the same checks. */
export const largestOrderLimits: OrderLimits = { max_open_orders_per_user: 10_000, max_quantity_per_line: 1_000_000 }
