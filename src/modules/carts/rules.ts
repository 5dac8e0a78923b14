import { notSoldHere } from '#src/modules/pricing/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { roughSumOfLines } from '#src/platform/lib/money.ts'

/** Maximum units of a product in a cart, and maximum products. */
export const maxQuantity = 1_000_000
export const maxLines = 100

interface Line {
  product_id: string
  quantity: number
  price_minor: number
  sold: boolean
  is_elsewhere?: boolean
}

/** @throws AppError CONFLICT if the sum of the lines is too large to be exact */
export function refuseInexactTotal({ lines }: { lines: readonly Line[] }): void {
  if (isExact(lines)) return
  throw new AppError('CONFLICT', 'the total of the cart would be too large')
}

/** Whether the sum of the lines is exact. */
export function isExact(lines: readonly Line[]): boolean {
  return Number.isSafeInteger(roughSumOfLines(lines.map(toMoneyLine)))
}

/** @throws AppError CONFLICT naming the products of the cart that are no longer sold, NOT_SOLD_HERE */
export function refuseUnsoldLines({ lines }: { lines: readonly Line[] }): void {
  const unavailable = lines.filter((line) => !line.sold).map((line) => line.product_id)
  if (unavailable.length > 0) throw noLongerSold(unavailable)
  const elsewhere = lines.filter((line) => line.is_elsewhere).map((line) => line.product_id)
  if (elsewhere.length > 0) throw notSoldHere(elsewhere)
}

export function noLongerSold(productIds: readonly string[]): AppError {
  const details = { unavailable: productIds }
  return new AppError('CONFLICT', 'the cart holds products that are no longer sold', { details })
}

export function toMoneyLine(line: { price_minor: number; quantity: number }) {
  return { priceMinor: line.price_minor, quantity: line.quantity }
}

/**
 * Merges a cart into another: the changed lines with their new quantities. Takes as many lines as fit, at most
 * `maxQuantity` units each; a line that would make the total too large stays unchanged.
 */
export function mergeLines(own: readonly Line[], added: readonly Line[]): { product_id: string; quantity: number }[] {
  const merged = new Map(own.map((line) => [line.product_id, line]))
  const changed: { product_id: string; quantity: number }[] = []
  for (const line of added) {
    const before = merged.get(line.product_id)
    if (before === undefined && merged.size >= maxLines) continue
    const quantity = Math.min((before?.quantity ?? 0) + line.quantity, maxQuantity)
    if (quantity === before?.quantity) continue
    const lines = new Map(merged).set(line.product_id, { ...line, quantity })
    if (!isExact([...lines.values()])) continue
    merged.set(line.product_id, { ...line, quantity })
    changed.push({ product_id: line.product_id, quantity })
  }
  return changed
}
