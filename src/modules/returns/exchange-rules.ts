import { costOfLine, type OrderItemRow } from '#src/modules/pricing/index.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'

export interface RequestedExchange {
  product_id: string
  quantity: number
}

/** Units that come back. */
interface ReturnedUnits {
  line: number
  product_id: string
  quantity: number
  quantity_received: number | null
}

/** A line of the order of what the customer gets instead. */
export interface ExchangedLine {
  productId: string
  quantity: number
  /** As the returned unit was priced. */
  priceMinor: number
}

/**
 * What a customer gets instead of what comes back: as many units of the same product, or of a variant of its group, at
 * the price of the order. Their discount is what those units had.
 * @throws AppError VALIDATION_ERROR
 */
export function planExchange(
  returned: readonly ReturnedUnits[],
  items: readonly OrderItemRow[],
  requested: readonly RequestedExchange[],
  groupOf: ReadonlyMap<string, string | null>,
): { lines: ExchangedLine[]; discountMinor: number } {
  const left = new Map(returned.map((one) => [one.line, one.quantity_received ?? one.quantity]))
  const lines: ExchangedLine[] = []
  const faults: FieldFault[] = []
  let discountMinor = 0
  for (const [index, { product_id, quantity }] of requested.entries()) {
    const productId = product_id.toLowerCase()
    const group = groupOf.get(productId) ?? null
    const fitting = returned.filter(
      (one) => one.product_id === productId || (group !== null && groupOf.get(one.product_id) === group),
    )
    if (fitting.length === 0) {
      const message = 'must be a variant of a product of this return'
      faults.push({ field: `exchange[${index}].product_id`, message })
    }
    let rest = quantity
    for (const { line } of fitting) {
      const item = items.find((one) => one.line === line)
      const units = Math.min(rest, left.get(line) ?? 0)
      if (item === undefined || units === 0) continue
      const gone = item.quantity_cancelled + item.quantity_returned
      const whole = item.price_minor * units
      discountMinor += whole - (costOfLine(item, gone + units) - costOfLine(item, gone))
      lines.push({ productId, quantity: units, priceMinor: item.price_minor })
      left.set(line, (left.get(line) ?? 0) - units)
      rest -= units
    }
    if (fitting.length > 0 && rest > 0)
      faults.push({ field: `exchange[${index}].quantity`, message: `must be at most ${quantity - rest}` })
  }
  if (faults.length > 0) throw invalid(...faults)
  return { lines, discountMinor }
}
