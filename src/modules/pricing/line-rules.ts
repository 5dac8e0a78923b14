import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'

export interface OrderLine {
  productId: string
  quantity: number
}

/** An unpaid order whose units may go to others. */
export interface HeldOrder {
  id: string
  items: readonly { product_id: string; quantity: number }[]
}

/** Units that an order needs and that only unpaid orders of others may hold, for longer than `holdSeconds`. */
export interface UnitsNeeded {
  merchantId: string
  userId: string
  holdSeconds: number
  lines: readonly OrderLine[]
}

/** The oldest of `held`, in that order, whose units cover the missing ones; undefined if all together do not. */
export function oldestCovering(missing: readonly OrderLine[], held: readonly HeldOrder[]): HeldOrder[] | undefined {
  const left = new Map(missing.filter(({ quantity }) => quantity > 0).map((line) => [line.productId, line.quantity]))
  const chosen: HeldOrder[] = []
  for (const order of held) {
    const helpful = order.items.filter(({ product_id }) => left.has(product_id))
    if (helpful.length > 0) chosen.push(order)
    for (const { product_id, quantity } of helpful) {
      const rest = (left.get(product_id) ?? 0) - quantity
      if (rest > 0) left.set(product_id, rest)
      else left.delete(product_id)
    }
  }
  return left.size === 0 ? chosen : undefined
}

/** One line per product, in the order of first occurrence. @throws AppError VALIDATION_ERROR */
export function sumLines(items: readonly { product_id: string; quantity: number }[]): OrderLine[] {
  const quantities = new Map<string, number>()
  const faults: FieldFault[] = []
  for (const [index, { product_id, quantity }] of items.entries()) {
    const productId = product_id.toLowerCase()
    const sum = (quantities.get(productId) ?? 0) + quantity
    if (sum > maxQuantity) {
      faults.push({
        field: `items[${index}].quantity`,
        message: `must not make more than ${maxQuantity} of this product`,
      })
    }
    quantities.set(productId, sum)
  }
  if (faults.length > 0) throw invalid(...faults)
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}

/** Maximum units of a product and maximum lines of an order. */
export const maxQuantity = 1_000_000

export const maxLines = 1_000
