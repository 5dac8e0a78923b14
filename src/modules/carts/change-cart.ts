import type { Static } from 'typebox'
import type { KeptMarket } from '#src/modules/markets/index.ts'
import { makeCustomer } from '#src/modules/merchants/index.ts'
import { notSoldHere } from '#src/modules/pricing/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { type DiscountedCart, withDiscounts } from './discount-cart.ts'
import { lineChanged } from './events.ts'
import {
  addToLine,
  type CartKey,
  deleteCart,
  deleteLine,
  lockCart,
  openCart,
  selectCart,
  setLine,
  touchCart,
} from './queries.ts'
import { maxLines, maxQuantity, refuseInexactTotal } from './rules.ts'
import { type Cart, emptyCart, presentCart } from './schemas.ts'

/**
 * Every change locks the cart's row first. So concurrent changes wait for each other and none is lost. A change during
 * a checkout is either in the order or in the next cart.
 */

/**
 * Adds units of a product. The first cart at a merchant makes a user its customer; a guest becomes one with an order.
 * @throws AppError NOT_FOUND (no such product for sale here), NOT_SOLD_HERE, CONFLICT (cart full, too many units, total
 * too large)
 */
export async function addItem(
  db: Executor,
  key: CartKey,
  { product_id, quantity }: { product_id: string; quantity: number },
  isGuest: boolean,
  market: KeptMarket,
): Promise<Static<typeof Cart>> {
  const productId = product_id.toLowerCase()
  return inTransaction(db, async (transaction) => {
    const { isNew } = await openCart(transaction, key, newId(), isGuest, market)
    if (isNew && !isGuest) await makeCustomer(transaction, key.merchantId, key.userId, 'cart')
    const added = await addToLine(transaction, key, productId, quantity, maxLines).catch(refuseBadLine)
    const cart = await existing(transaction, key)
    const line = cart.lines.find((candidate) => candidate.product_id === productId)
    if (!added || line === undefined) {
      if (line === undefined && cart.lines.length >= maxLines) {
        throw new AppError('CONFLICT', `a cart holds at most ${maxLines} products`)
      }
      throw notFound('product')
    }
    if (line.is_elsewhere) throw notSoldHere([productId])
    refuseInexactTotal(cart)
    await emit(transaction, [lineChanged(cart, line, quantity)])
    return presentCart(cart)
  })
}

/**
 * Sets the quantity of a line. More units emit `cart.item_added`, fewer `cart.item_removed`, the same number nothing.
 * @throws AppError NOT_FOUND (no such line), CONFLICT (total too large)
 */
export async function changeItem(
  db: Executor,
  key: CartKey,
  productId: string,
  quantity: number,
): Promise<Static<typeof Cart>> {
  return inTransaction(db, async (transaction) => {
    const found = await touchCart(transaction, key)
    const before = found ? await setLine(transaction, key, productId, quantity) : undefined
    if (before === undefined) throw notFound('cart item')
    const cart = await existing(transaction, key)
    const line = cart.lines.find((candidate) => candidate.product_id === productId)
    if (line === undefined) throw notFound('cart item')
    if (quantity > before) refuseInexactTotal(cart)
    if (quantity !== before) await emit(transaction, [lineChanged(cart, line, quantity - before)])
    return presentCart(cart)
  })
}

/** Removes a line; the last one with the cart. @throws AppError NOT_FOUND */
export async function removeItem(db: Executor, key: CartKey, productId: string): Promise<Static<typeof Cart>> {
  return inTransaction(db, async (transaction) => {
    const found = await touchCart(transaction, key)
    const before = found ? await existing(transaction, key) : undefined
    const line = before?.lines.find((candidate) => candidate.product_id === productId)
    if (before === undefined || line === undefined) throw notFound('cart item')
    const left = { ...before, lines: before.lines.filter((one) => one !== line) }
    const cart = left.lines.length === 0 ? withoutDiscounts(left) : await withDiscounts(transaction, left)
    if (cart.lines.length === 0) await deleteCart(transaction, key)
    else await deleteLine(transaction, key, productId)
    await emit(transaction, [lineChanged(cart, line, -line.quantity)])
    return cart.lines.length === 0 ? emptyCart(key, cart.currency) : presentCart(cart)
  })
}

/** Deletes the cart, with a `cart.item_removed` for each line. */
export async function clearCart(db: Executor, key: CartKey): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (!(await lockCart(transaction, key))) return
    const before = await existing(transaction, key)
    await deleteCart(transaction, key)
    const cart = withoutDiscounts({ ...before, lines: [] })
    await emit(
      transaction,
      before.lines.map((line) => lineChanged(cart, line, -line.quantity)),
    )
  })
}

/** The cart, which this transaction has locked. */
async function existing(transaction: Transaction, key: CartKey): Promise<DiscountedCart> {
  const cart = await selectCart(transaction, key)
  if (cart === undefined) throw new Error('a locked cart was not found')
  return withDiscounts(transaction, cart)
}

function withoutDiscounts({ found: _, ...cart }: DiscountedCart): DiscountedCart {
  return cart
}

function refuseBadLine(error: unknown): never {
  if (violates(error, 'cart_items_product_fkey')) throw notFound('product')
  if (violates(error, 'cart_items_quantity')) {
    throw new AppError('CONFLICT', `a cart holds at most ${maxQuantity} of one product`)
  }
  throw error
}
