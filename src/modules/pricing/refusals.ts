import type { OrderLimits } from '#src/modules/merchants/index.ts'
import type { FoundDiscounts } from '#src/modules/promotions/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Limit } from './limit-rules.ts'

/** Refusals of an order, before or while it is written. */

export function tooManyOpen(details: Limit): AppError {
  return new AppError('ORDER_LIMIT', `${details.limit} orders wait for payment; pay or cancel one first`, {
    details: { ...details },
  })
}

/** Does not reveal how many units other orders of the address hold. */
export function tooManyUnpaidUnits({ max_unpaid_units_per_address: limit }: OrderLimits): AppError {
  const why = `orders from your network may hold ${limit} units that are not paid; pay or cancel one, or order less`
  return new AppError('ORDER_LIMIT', why, { details: { limit, setting: 'max_unpaid_units_per_address' } })
}

export function tooManyOfProduct(
  { limit, setting }: Limit,
  products: readonly { product_id: string; requested: number }[],
): AppError {
  return new AppError('ORDER_LIMIT', `an order takes at most ${limit} units of a product`, {
    details: { limit, setting, products },
  })
}

export interface Shortage {
  product_id: string
  requested: number
  available: number
}

export function insufficientStock(products: readonly Shortage[]): AppError {
  return new AppError('INSUFFICIENT_STOCK', 'there are not enough units of a product', { details: { products } })
}

/** Also for another merchant's product, so that the answer does not tell whether it exists. */
export function notForSale(productIds: readonly string[]): AppError {
  return new AppError('NOT_FOUND', 'product not found', { details: { product_ids: productIds } })
}

/** They have no price in the currency of the market. */
export function notSoldHere(productIds: readonly string[]): AppError {
  return new AppError('NOT_SOLD_HERE', 'the product is not sold in this market', {
    details: { product_ids: productIds },
  })
}

export function discountUnavailable(faults: FoundDiscounts['faults']): AppError {
  const codes = faults.map(({ code }) => code).join(', ')
  return new AppError('DISCOUNT_UNAVAILABLE', `these codes do not apply to the order: ${codes}`, {
    details: { discount_faults: faults },
  })
}
