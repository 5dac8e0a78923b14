import { maxQuantity } from '#src/modules/pricing/index.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'

/** Units that a request names by their line or by their product. */
export interface RequestedUnits {
  line?: number
  product_id?: string
  quantity: number
}

/** Units of one item of an order. */
export interface ItemUnits {
  line: number
  productId: string
  quantity: number
}

interface Item {
  line: number
  product_id: string
}

/**
 * The units of each item, in the order of first occurrence; lines of one item are summed. Units of a product are taken
 * from its items by their numbers, from each as many as `leftOf` has; the last takes the rest.
 * @throws AppError VALIDATION_ERROR for items that are not in the order
 */
export function unitsOfItems<Of extends Item, Requested extends RequestedUnits>(
  items: readonly Of[],
  requests: readonly Requested[],
  leftOf: (item: Of) => number,
): (ItemUnits & { requests: Requested[] })[] {
  const units = new Map<number, ItemUnits & { requests: Requested[] }>()
  const faults: FieldFault[] = []
  for (const [index, one] of requests.entries()) {
    const named = itemsNamed(items, one, `items[${index}]`, faults)
    let rest = one.quantity
    for (const [at, item] of named.entries()) {
      const before = units.get(item.line)?.quantity ?? 0
      const count = at === named.length - 1 ? rest : Math.max(0, Math.min(rest, leftOf(item) - before))
      rest -= count
      if (count === 0) continue
      if (before + count > maxQuantity)
        faults.push({
          field: `items[${index}].quantity`,
          message: `must not make more than ${maxQuantity} of this product`,
        })
      const { line, product_id: productId } = item
      const all = [...(units.get(line)?.requests ?? []), one]
      units.set(line, { line, productId, quantity: before + count, requests: all })
    }
  }
  if (faults.length > 0) throw invalid(...faults)
  return [...units.values()]
}

function itemsNamed<Of extends Item>(
  items: readonly Of[],
  { line, product_id }: RequestedUnits,
  field: string,
  faults: FieldFault[],
): Of[] {
  const productId = product_id?.toLowerCase()
  if (line === undefined && productId === undefined) {
    faults.push({ field: `${field}.line`, message: 'is required, or product_id instead' })
    return []
  }
  const named = items.filter((item) => (line === undefined ? item.product_id === productId : item.line === line))
  if (named.length === 0) {
    const message = 'is not in this order'
    faults.push({ field: `${field}.${line === undefined ? 'product_id' : 'line'}`, message })
  } else if (line !== undefined && productId !== undefined && named[0]?.product_id !== productId)
    faults.push({ field: `${field}.product_id`, message: 'is not the product of this line' })
  return named
}

/** The line of a product's units in a row of an earlier release, whose orders have one line of each product. */
export function lineOfProduct(items: readonly Item[], productId: string): number {
  return items.find(({ product_id }) => product_id === productId)?.line ?? 1
}

/** The units of each product, named once, as stock moves them; custom items have no stock. */
export function unitsByProduct(
  items: readonly (Pick<Item, 'product_id'> & { custom?: boolean })[],
  units: readonly Omit<ItemUnits, 'line'>[],
): { productId: string; quantity: number }[] {
  const custom = new Set(items.filter((item) => item.custom).map((item) => item.product_id))
  const sums = new Map<string, number>()
  for (const { productId, quantity } of units)
    if (!custom.has(productId)) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }))
}
