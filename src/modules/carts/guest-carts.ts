import type { GuestCarts } from '#src/modules/identity/index.ts'
import { makeCustomer } from '#src/modules/merchants/index.ts'
import { maxCodes, withoutTwins } from '#src/modules/promotions/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { withDiscounts } from './discount-cart.ts'
import { lineChanged } from './events.ts'
import {
  type CartRow,
  deleteCart,
  lockCart,
  openCart,
  selectCart,
  selectGuestCarts,
  setCodes,
  setLines,
} from './queries.ts'
import { mergeLines } from './rules.ts'

export const guestCarts: GuestCarts = {
  merchantsOf: selectGuestCarts,
  async move(transaction, guestId, userId) {
    for (const merchantId of await selectGuestCarts(transaction, guestId)) {
      await moveCart(transaction, merchantId, guestId, userId)
    }
  },
}

/** The guest's cart is locked first, then the account's; nothing else locks two carts. */
async function moveCart(transaction: Transaction, merchantId: string, guestId: string, userId: string): Promise<void> {
  const from = { merchantId, userId: guestId }
  const to = { merchantId, userId }
  const guest = (await lockCart(transaction, from)) ? await selectCart(transaction, from) : undefined
  if (guest === undefined || guest.lines.length === 0) return
  const { isNew } = await openCart(transaction, to, newId(), false, guest)
  if (isNew) await makeCustomer(transaction, merchantId, userId, 'cart')
  const before = await existing(transaction, to)
  const changed = mergeLines(before.lines, guest.lines)
  await setLines(transaction, to, changed)
  await deleteCart(transaction, from)
  const codes = withoutTwins([...before.discount_codes, ...guest.discount_codes]).slice(0, maxCodes)
  if (codes.length > before.discount_codes.length) await setCodes(transaction, to, codes)
  const after = await withDiscounts(transaction, await existing(transaction, to))
  const emptied = { ...guest, lines: [] }
  await emit(transaction, [
    ...guest.lines.map((line) => lineChanged(emptied, line, -line.quantity)),
    ...after.lines.flatMap((line) => {
      const added = line.quantity - (before.lines.find((one) => one.product_id === line.product_id)?.quantity ?? 0)
      return added > 0 ? [lineChanged(after, line, added)] : []
    }),
  ])
}

async function existing(transaction: Transaction, key: { merchantId: string; userId: string }): Promise<CartRow> {
  const cart = await selectCart(transaction, key)
  if (cart === undefined) throw new Error('a locked cart was not found')
  return cart
}
