import { type OrderRow, placeOrder } from '#src/modules/orders/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { deleteCart, lockCart, selectCart } from './queries.ts'
import { noLongerSold, refuseUnsoldLines } from './rules.ts'

/**
 * Places an order of what the cart holds and takes the cart away, both or neither. An add that comes at the same time
 * waits for the cart's row: it is in the order, or it begins the next cart.
 * @throws AppError CONFLICT (empty, or products no longer sold), and what `placeOrder` throws
 */
export async function checkOut(
  db: Executor,
  { userId, merchant }: { userId: string; merchant: Merchant },
  expectedTotal: number | undefined,
): Promise<OrderRow> {
  const key = { merchantId: merchant.id, userId }
  return inTransaction(db, async (transaction) => {
    const cart = (await lockCart(transaction, key)) ? await selectCart(transaction, key) : undefined
    if (cart === undefined || cart.lines.length === 0) throw new AppError('CONFLICT', 'the cart is empty')
    refuseUnsoldLines(cart)
    const items = cart.lines.map(({ product_id, quantity }) => ({ product_id, quantity }))
    const expected = expectedTotal === undefined ? {} : { expected_total: expectedTotal }
    const order = await placeOrder(transaction, { userId, merchant }, { items, ...expected }).catch((error) => {
      throw takenOffSale(error) ?? error
    })
    await deleteCart(transaction, key)
    return order
  })
}

/** A product that was sold when the cart was read and not when the order was written: a conflict, as it would be a moment later. */
function takenOffSale(error: unknown): AppError | undefined {
  if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') return undefined
  const { product_ids: productIds } = error.details as { product_ids: string[] }
  return noLongerSold(productIds)
}
