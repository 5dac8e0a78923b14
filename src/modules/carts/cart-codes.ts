import type { Static } from 'typebox'
import { noMarket } from '#src/modules/markets/index.ts'
import { makeCustomer } from '#src/modules/merchants/index.ts'
import { codeKey, maxCodes, readCode, withoutTwins } from '#src/modules/promotions/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { withDiscounts } from './discount-cart.ts'
import { type CartKey, type CartRow, openCart, selectCart, setCodes, touchCart } from './queries.ts'
import { type Cart, emptyCart, presentCart } from './schemas.ts'

interface Shop {
  code: string
  currency: string
}

/** Adds a code to the cart, also to an empty one. @throws AppError CONFLICT (too many codes) */
export function addCode(
  db: Executor,
  key: CartKey,
  { code, currency, isGuest }: Shop & { isGuest: boolean },
): Promise<Static<typeof Cart>> {
  return inTransaction(db, async (transaction) => {
    const { isNew } = await openCart(transaction, key, newId(), isGuest, noMarket)
    if (isNew && !isGuest) await makeCustomer(transaction, key.merchantId, key.userId, 'cart')
    const cart = await selectCart(transaction, key)
    if (cart === undefined) throw new Error('a locked cart was not found')
    const codes = withoutTwins([...cart.discount_codes, readCode(code)])
    if (codes.length > maxCodes) throw new AppError('CONFLICT', `a cart keeps at most ${maxCodes} codes`)
    return change(transaction, key, { ...cart, discount_codes: codes }, currency)
  })
}

/** @throws AppError NOT_FOUND */
export function removeCode(db: Executor, key: CartKey, { code, currency }: Shop): Promise<Static<typeof Cart>> {
  return inTransaction(db, async (transaction) => {
    const cart = (await touchCart(transaction, key)) ? await selectCart(transaction, key) : undefined
    const removed = codeKey(code)
    const codes = cart?.discount_codes.filter((one) => codeKey(one) !== removed) ?? []
    if (cart === undefined || codes.length === cart.discount_codes.length) throw notFound('code')
    return change(transaction, key, { ...cart, discount_codes: codes }, currency)
  })
}

async function change(transaction: Transaction, key: CartKey, cart: CartRow, currency: string) {
  await setCodes(transaction, key, cart.discount_codes)
  const { lines, discount_codes: codes } = cart
  return lines.length === 0 ? emptyCart(key, currency, codes) : presentCart(await withDiscounts(transaction, cart))
}
