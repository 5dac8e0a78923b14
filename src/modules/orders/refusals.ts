import type { OrderLimits } from '#src/modules/merchants/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'

/** Why an order is not made, found before it is written or while it is. */

export function tooManyOpen({ max_open_orders_per_user: limit }: OrderLimits): AppError {
  return new AppError('ORDER_LIMIT', `${limit} orders wait for payment; pay or cancel one first`, {
    details: { limit, setting: 'max_open_orders_per_user' },
  })
}

export interface Shortage {
  product_id: string
  requested: number
  available: number
}

export function insufficientStock(products: readonly Shortage[]): AppError {
  return new AppError('INSUFFICIENT_STOCK', 'not enough of a product is available', { details: { products } })
}

/** Also for another merchant's product, so that the answer does not tell whether it exists. */
export function notForSale(productIds: readonly string[]): AppError {
  return new AppError('NOT_FOUND', 'product not found', { details: { product_ids: productIds } })
}
