import type { LineProduct } from '#src/modules/catalog/index.ts'
import type { OrderItemRow } from '#src/modules/pricing/index.ts'

/** Counted by what happens to the units of a line. */
type Count = 'quantity_fulfilled' | 'quantity_cancelled' | 'quantity_returned' | 'quantity_returning'

/** Fields that are written with a line; the others are its counts, and what its product is now. */
export type LineField = Exclude<keyof OrderItemRow, Count | keyof LineProduct>

interface Field {
  /** Type of its column. */
  type: 'uuid' | 'text' | 'int' | 'smallint' | 'bigint' | 'bool' | 'jsonb'
  /** Its value where an item leaves it out. Without it: null. */
  initial?: false
  /** An edit may change it in a line that stays. */
  edited?: true
}

/**
 * Every field of an order's line, declared once. Columns of the statements that place, edit and read lines follow from
 * it, as do the lines of an unpaid edit's snapshot.
 */
export const lineFields: Readonly<Record<LineField, Field>> = {
  line: { type: 'int' },
  product_id: { type: 'uuid' },
  sku: { type: 'text' },
  name: { type: 'text' },
  quantity: { type: 'int', edited: true },
  price_minor: { type: 'bigint', edited: true },
  discount_minor: { type: 'bigint', edited: true },
  requires_shipping: { type: 'bool' },
  tax_line: { type: 'smallint', edited: true },
  withdrawal: { type: 'text' },
  custom: { type: 'bool', initial: false },
  priced_by_staff: { type: 'bool', initial: false, edited: true },
  voucher: { type: 'text' },
  unit_cost_minor: { type: 'bigint' },
  options: { type: 'jsonb' },
}

export const lineFieldNames = Object.keys(lineFields) as LineField[]

export type WrittenLine = Pick<OrderItemRow, LineField>

/** Without the counts of its units, and what its product is now. */
export function writtenLine(item: OrderItemRow): WrittenLine {
  const fields = lineFieldNames.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]] as const]))
  return Object.fromEntries(fields) as unknown as WrittenLine
}
