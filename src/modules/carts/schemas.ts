import { type Static, Type } from 'typebox'
import { lineProductFields, presentLineProduct } from '#src/modules/catalog/index.ts'
import { checkoutExample, checkoutFields, codeOutcomes, quotedGiftCards } from '#src/modules/checkout/index.ts'
import { buyerFields } from '#src/modules/markets/index.ts'
import { marketFields, OrderDiscount, presentDiscount, presentMarket } from '#src/modules/orders/index.ts'
import { body, Nullable, named, pastedCode, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { lineTotal, roughSumOfLines, sumMinor, toMajor } from '#src/platform/lib/money.ts'
import type { DiscountedCart } from './discount-cart.ts'
import type { CartKey, CartLine } from './queries.ts'
import { maxQuantity, toMoneyLine } from './rules.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [2] })

export const CartItem = named(
  'CartItem',
  Type.Object({
    product_id: Uuid,
    sku: Type.String({ examples: ['22423'] }),
    name: Type.String({ examples: ['Regency cakestand, 3 tier'] }),
    quantity: Quantity,
    price: Type.Number({ description: 'Current price of one unit in the catalog.', examples: [12.75] }),
    total: Type.Number({ examples: [25.5] }),
    available: Type.Boolean({ description: 'False if the product is no longer sold, or fewer units are in stock.' }),
    ...lineProductFields,
  }),
)

export const Cart = named(
  'Cart',
  Type.Object({
    id: Nullable(Uuid),
    merchant_id: Uuid,
    user_id: Uuid,
    status: Type.String({ enum: ['active', 'abandoned'] }),
    currency: Type.String({ examples: ['GBP'] }),
    ...marketFields,
    items: Type.Array(CartItem),
    subtotal: Type.Number({ description: 'Sum of all lines at current prices.', examples: [25.5] }),
    discounts: Type.Array(OrderDiscount),
    discount_total: Type.Number({ examples: [2.55] }),
    total: Type.Number({ description: '`subtotal` less `discount_total`.', examples: [22.95] }),
    discount_codes: Type.Array(Type.String({ examples: ['SUMMER-10'] }), { description: 'Codes that the cart keeps.' }),
    ...codeOutcomes,
    item_count: Type.Integer({ description: 'Units in all lines.', examples: [2] }),
    created_at: Nullable(Timestamp),
    updated_at: Nullable(Type.String({ format: 'date-time', description: 'Time of the last change of a line.' })),
  }),
)

/** A cart as answers and events show it. */
export function presentCart(cart: DiscountedCart): Static<typeof Cart> {
  const subtotalMinor = roughSumOfLines(cart.lines.map(toMoneyLine))
  const { discounts = [], faults = [], outdone = [] } = cart.found ?? {}
  const discountMinor = sumMinor(discounts.map(({ amount_minor }) => amount_minor))
  return {
    id: cart.id,
    merchant_id: cart.merchant_id,
    user_id: cart.user_id,
    status: cart.status,
    currency: cart.currency,
    ...presentMarket(cart),
    items: cart.lines.map((line) => presentLine(line, cart.currency)),
    subtotal: toMajor(subtotalMinor, cart.currency),
    discounts: discounts.map((discount) => presentDiscount(discount, cart.currency)),
    discount_total: toMajor(discountMinor, cart.currency),
    total: toMajor(subtotalMinor - discountMinor, cart.currency),
    discount_codes: cart.discount_codes,
    ...(cart.discount_codes.length > 0 && { discount_faults: [...faults], outdone: [...outdone] }),
    item_count: cart.lines.reduce((count, line) => count + line.quantity, 0),
    created_at: cart.created_at.toISOString(),
    updated_at: cart.last_activity_at.toISOString(),
  }
}

/** What a user without a cart sees. */
export function emptyCart(
  { merchantId, userId }: CartKey,
  currency: string,
  codes: readonly string[] = [],
): Static<typeof Cart> {
  return {
    id: null,
    merchant_id: merchantId,
    user_id: userId,
    status: 'active',
    currency,
    items: [],
    subtotal: 0,
    discounts: [],
    discount_total: 0,
    total: 0,
    discount_codes: [...codes],
    ...(codes.length > 0 && { discount_faults: [], outdone: [] }),
    item_count: 0,
    created_at: null,
    updated_at: null,
  }
}

export function presentLine(line: CartLine, currency: string): Static<typeof CartItem> {
  return {
    product_id: line.product_id,
    sku: line.sku,
    name: line.name,
    quantity: line.quantity,
    price: toMajor(line.price_minor, currency),
    total: toMajor(lineTotal(toMoneyLine(line)), currency),
    available: line.is_available,
    ...presentLineProduct(line),
  }
}

export const AddCartItem = body('AddCartItem', { product_id: Uuid, quantity: Quantity, ...buyerFields })

export const AddCartCode = body('AddCartCode', { code: pastedCode({ max: 64, examples: ['SUMMER-10'] }) })

export const ChangeCartItem = body('ChangeCartItem', { quantity: Quantity })

export const QuoteCart = Object.assign(body('QuoteCart', { ...checkoutFields, ...quotedGiftCards }), {
  examples: [checkoutExample],
})

export const Checkout = Object.assign(body('Checkout', checkoutFields), { examples: [checkoutExample] })
