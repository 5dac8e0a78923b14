import type { WrittenLine } from '#src/modules/orders/index.ts'
import { maxLines, maxQuantity } from '#src/modules/pricing/index.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { readPrice } from '#src/platform/lib/money.ts'
import type { Coming } from './draft.ts'
import type { EditInput } from './schemas.ts'

/** An edit, by what leaves and what comes. */
export interface ReadEdit {
  /** Units that leave each line; all of a line that gets another price. */
  leaving: Map<number, number>
  repriced: Coming[]
  /** Units more of lines. */
  more: { line: number; quantity: number }[]
  added: { productId: string; quantity: number; priceMinor: number | undefined }[]
}

interface Money {
  currency: string
  /** Payments can charge multiples of so many minor units. */
  unit: number
}

/** @throws AppError VALIDATION_ERROR */
export function readEdit(
  items: readonly Pick<WrittenLine, 'line' | 'quantity'>[],
  { add = [], remove = [], set = [], reprice = [], recalculate_discounts = false, ...to }: EditInput,
  { currency, unit }: Money,
): ReadEdit {
  const faults: FieldFault[] = []
  const quantities = new Map(items.map(({ line, quantity }) => [line, quantity]))
  const removed = new Set(remove)
  const named = (lines: readonly number[], field: string, at: (index: number) => string, mayBeRemoved = false) => {
    for (const [index, line] of lines.entries())
      if (!quantities.has(line)) faults.push({ field: at(index), message: 'is not in this order' })
      else if (lines.indexOf(line) < index) faults.push({ field: at(index), message: `is listed twice in ${field}` })
      else if (!mayBeRemoved && removed.has(line)) faults.push({ field: at(index), message: 'is removed' })
  }
  const linesOf = (listed: readonly { line: number }[]) => listed.map(({ line }) => line)
  named(remove, 'remove', (index) => `remove[${index}]`, true)
  named(linesOf(set), 'set', (index) => `set[${index}].line`)
  named(linesOf(reprice), 'reprice', (index) => `reprice[${index}].line`)
  const read = (price: number, field: string): number => {
    const found = readPrice(price, currency, unit)
    if ('minor' in found) return found.minor
    faults.push({ field, message: found.fault })
    return 0
  }
  const prices = new Map(reprice.map(({ line, price }, index) => [line, read(price, `reprice[${index}].price`)]))
  const added = add.map(({ product_id, quantity, price }, index) => ({
    productId: product_id.toLowerCase(),
    quantity,
    priceMinor: price === undefined ? undefined : read(price, `add[${index}].price`),
  }))
  const isMoved = to.shipping_address !== undefined || to.billing_address !== undefined
  if (!recalculate_discounts && !isMoved && add.length + remove.length + set.length + reprice.length === 0)
    faults.push({
      field: 'add',
      message: 'is required, or one of remove, set, reprice, shipping_address and recalculate_discounts',
    })
  else if (add.length === 0 && removed.size > 0 && items.every(({ line }) => removed.has(line)))
    faults.push({ field: 'remove', message: 'must leave an item: cancel the order instead' })
  if (items.length + add.length + set.length > maxLines + removed.size)
    faults.push({ field: 'add', message: `must not make more than ${maxLines} lines` })
  const quantityOf = new Map(set.map(({ line, quantity }) => [line, quantity]))
  if (faults.length > 0) throw invalid(...faults)
  return { ...split(quantities, removed, quantityOf, prices), added }
}

function split(
  quantities: ReadonlyMap<number, number>,
  removed: ReadonlySet<number>,
  quantityOf: ReadonlyMap<number, number>,
  prices: ReadonlyMap<number, number>,
): Omit<ReadEdit, 'added'> {
  const leaving = new Map<number, number>()
  const repriced: ReadEdit['repriced'] = []
  const more: ReadEdit['more'] = []
  for (const [line, before] of quantities) {
    const quantity = removed.has(line) ? 0 : (quantityOf.get(line) ?? before)
    const price_minor = prices.get(line)
    if (price_minor !== undefined) {
      leaving.set(line, before)
      repriced.push({ line, quantity, price_minor, discount_minor: 0, priced_by_staff: true })
    } else if (quantity < before) leaving.set(line, before - quantity)
    else if (quantity > before) more.push({ line, quantity: quantity - before })
  }
  return { leaving, repriced, more }
}

/** Units of one product, of all lines, stay below what an order can have. @throws AppError VALIDATION_ERROR */
export function refuseTooMany(items: readonly Pick<WrittenLine, 'quantity'>[]): void {
  if (items.every(({ quantity }) => quantity <= maxQuantity)) return
  throw invalid({ field: 'set', message: `must not make more than ${maxQuantity} of a product` })
}
