import { AppError } from '#src/platform/lib/errors.ts'
import { roughSumOfLines } from '#src/platform/lib/money.ts'

/** The most of one product a cart holds, and the most products. */
export const maxQuantity = 1_000_000
export const maxLines = 100

interface Line {
  product_id: string
  quantity: number
  price_minor: number
  sold: boolean
}

/** @throws AppError CONFLICT if the sum of the lines is too large to be exact */
export function refuseInexactTotal({ lines }: { lines: readonly Line[] }): void {
  if (Number.isSafeInteger(roughSumOfLines(lines.map(toMoneyLine)))) return
  throw new AppError('CONFLICT', 'the total of the cart would be too large')
}

/** @throws AppError CONFLICT naming the products of the cart that are no longer sold */
export function refuseUnsoldLines({ lines }: { lines: readonly Line[] }): void {
  const unavailable = lines.filter((line) => !line.sold).map((line) => line.product_id)
  if (unavailable.length > 0) throw noLongerSold(unavailable)
}

export function noLongerSold(productIds: readonly string[]): AppError {
  const details = { unavailable: productIds }
  return new AppError('CONFLICT', 'the cart holds products that are no longer sold', { details })
}

export function toMoneyLine(line: { price_minor: number; quantity: number }) {
  return { priceMinor: line.price_minor, quantity: line.quantity }
}
