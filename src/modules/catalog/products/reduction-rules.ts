import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { ProductColumns } from './field.ts'

type Prices = Pick<ProductColumns, 'price_minor' | 'compare_at_minor'>

/** The fault of a product whose usual price is not above its price. */
export function reductionFault(given: Partial<Prices>, before?: Prices): FieldFault | undefined {
  const compareAt = given.compare_at_minor === undefined ? before?.compare_at_minor : given.compare_at_minor
  const price = given.price_minor ?? before?.price_minor
  if (compareAt == null || price === undefined || compareAt > price) return undefined
  if (given.compare_at_minor === undefined) return { field: 'price', message: 'must be below compare_at_price' }
  return { field: 'compare_at_price', message: 'must be above price' }
}

/** The previous price of an announced reduction; null without one. */
export function reducedFrom({
  compare_at_minor,
  lowest_30d_minor: lowest,
  price_minor,
}: Prices & { lowest_30d_minor: number | null }): number | null {
  return compare_at_minor !== null && lowest !== null && lowest > price_minor ? lowest : null
}
