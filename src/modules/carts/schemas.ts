import { Type } from 'typebox'
import { body, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'

/** The most of one product a cart holds, and the most products. */
export const maxQuantity = 1_000_000
export const maxLines = 100

const Quantity = Type.Integer({ minimum: 1, maximum: maxQuantity, examples: [2] })

export const CartItem = named(
  'CartItem',
  Type.Object({
    product_id: Uuid,
    sku: Type.String({ examples: ['22423'] }),
    name: Type.String({ examples: ['Regency cakestand, 3 tier'] }),
    quantity: Quantity,
    price: Type.Number({ description: 'What the catalog asks now, for one.', examples: [12.75] }),
    total: Type.Number({ examples: [25.5] }),
    available: Type.Boolean({ description: 'False when the product is no longer sold or the stock has fewer.' }),
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
    items: Type.Array(CartItem),
    total: Type.Number({ description: 'Sum of all lines at the prices of now.', examples: [25.5] }),
    item_count: Type.Integer({ description: 'Units in all lines.', examples: [2] }),
    created_at: Nullable(Timestamp),
    updated_at: Nullable(Type.String({ format: 'date-time', description: 'When a line last changed.' })),
  }),
)

export const AddCartItem = body('AddCartItem', { product_id: Uuid, quantity: Quantity })

export const ChangeCartItem = body('ChangeCartItem', { quantity: Quantity })

export const Checkout = body('Checkout', {
  expected_total: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The total the shopper was shown; another one now is PRICE_CHANGED.',
      examples: [25.5],
    }),
  ),
})
