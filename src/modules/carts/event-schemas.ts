import { sampleLine } from '#src/modules/catalog/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { EventOfModule, SampleShop } from '#src/platform/module.ts'
import { Cart, CartItem } from './schemas.ts'

const line = { cart: Cart, item: CartItem }

function sampleCart(shop: SampleShop) {
  const at = shop.at.toISOString()
  const item = { ...sampleLine(shop), available: true }
  const cart = {
    id: newId(),
    merchant_id: shop.id,
    user_id: newId(),
    status: 'active',
    currency: shop.currency,
    items: [item],
    subtotal: 24,
    discounts: [],
    discount_total: 0,
    total: 24,
    discount_codes: [],
    item_count: 2,
    created_at: at,
    updated_at: at,
  }
  return { cart, item }
}

export const cartEvents = {
  'cart.item_added': { summary: 'A product was added to a cart', data: line, sample: sampleCart },
  'cart.item_removed': {
    summary: 'A product was removed from a cart',
    data: line,
    sample(shop) {
      const { cart, item } = sampleCart(shop)
      return { cart: { ...cart, items: [], subtotal: 0, total: 0, item_count: 0 }, item }
    },
  },
  'cart.abandoned': {
    summary: 'A cart was abandoned',
    data: { cart: Cart },
    sample: (shop) => ({ cart: { ...sampleCart(shop).cart, status: 'abandoned' } }),
  },
} satisfies Record<string, EventOfModule>
