import { type FoundDiscounts, findDiscounts } from '#src/modules/promotions/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { sumMinor } from '#src/platform/lib/money.ts'
import type { CartRow } from './queries.ts'
import { isExact } from './rules.ts'

/** A cart with its discounts, if the shop has promotions. */
export interface DiscountedCart extends CartRow {
  found?: Pick<FoundDiscounts, 'discounts' | 'faults' | 'outdone'>
}

/** The discounts of the cart's lines, as an order without shipping and added tax would have them. */
export async function withDiscounts(db: Executor, cart: CartRow): Promise<DiscountedCart> {
  if (!cart.has_promotions && cart.discount_codes.length === 0) return cart
  // Prices changed since the lines were added; an order is refused.
  if (!isExact(cart.lines)) return cart
  const lines = cart.lines.map((line) => ({ ...line, is_exempt: !line.sold || line.gift_card }))
  const { market_id, locale, currency } = cart
  const found = await findDiscounts(
    db,
    { merchantId: cart.merchant_id, userId: cart.user_id, email: null, market_id, locale, currency },
    { listed: lines, lines, codes: cart.discount_codes, shippingMinor: 0, totalOf: (left) => sumMinor(left) },
    cart.has_promotions,
  )
  return { ...cart, discount_codes: [...found.codes], found }
}
