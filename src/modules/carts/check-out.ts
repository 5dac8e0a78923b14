import { type OrderRow, placeOrder } from '#src/modules/orders/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/authentication-services.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { deleteCart, lockCart, selectCart } from './queries.ts'
import { noLongerSold, refuseUnsoldLines } from './rules.ts'

/**
 * Places an order of the cart's lines and deletes the cart, in one transaction. A concurrent add waits for the cart's
 * row: its units are in the order, or in the next cart.
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

/** A product taken off sale after the cart was read is the same conflict as one taken off sale before. */
function takenOffSale(error: unknown): AppError | undefined {
  if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') return undefined
  const { product_ids: productIds } = error.details as { product_ids: string[] }
  return noLongerSold(productIds)
}
