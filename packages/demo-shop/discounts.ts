import type { Discount } from './rows.ts'
import { audit, needed, now, put, rowTimes, type Shop } from './shop.ts'

/** A promotion of the shop, a percentage off everything. */
interface Offer {
  id: string
  name: string
  /** Null: automatic. */
  code: string | null
  percent: number
  minimum_minor: number
}

const welcomeCode = 'WELCOME10'

/** The owner makes a code for new customers and, later, a discount for large orders. */
export function makeWelcomeCode(shop: Shop): void {
  putOffer(shop, { name: 'Welcome', code: welcomeCode, percent: 10, minimum: 0 })
}

export function makeLargeOrders(shop: Shop): void {
  putOffer(shop, { name: '5 % off from 100', code: null, percent: 5, minimum: 100 })
}

function putOffer(
  shop: Shop,
  { name, code, percent, minimum }: { name: string; code: string | null; percent: number; minimum: number },
): void {
  const { merchantId: merchant_id } = shop
  const minimum_minor = shop.service.toMinor(minimum, shop.currency) ?? 0
  const offer: Offer = { id: shop.id(), name, code, percent, minimum_minor }
  shop.offers.push(offer)
  put(shop, 'promotions', {
    merchant_id,
    id: offer.id,
    name,
    code,
    has_codes: false,
    public: false,
    kind: 'percentage',
    terms: { percent: percent * 100 },
    applies_to: { all: true },
    customers: {},
    minimum: minimum_minor === 0 ? {} : { subtotal_minor: minimum_minor },
    usage_limit: null,
    per_customer_limit: null,
    starts_at: now(shop),
    ends_at: null,
    combines: false,
    priority: 0,
    status: 'active',
    version: 1,
    ...rowTimes(shop),
  })
  if (code !== null)
    put(shop, 'promotion_codes', {
      merchant_id,
      code,
      promotion_id: offer.id,
      generated: false,
      revoked_at: null,
      created_at: now(shop),
    })
  Object.assign(needed(shop.tables.get('merchant_settings')?.[0]), { has_promotions: true })
  audit(shop, 'owner', 'promotion.created', offer.id, shop.service.changesOf(null, { name, code, percent, minimum }))
}

export interface DiscountedLine {
  price_minor: number
  quantity: number
  gift_card: boolean
}

/** Every eighth order has the code. */
export function codeOf(n: number): string | null {
  return n % 8 === 5 ? welcomeCode : null
}

/** What the better of the promotions takes off each line, and the discount as the order has it. */
export function discountLines(
  shop: Shop,
  lines: readonly DiscountedLine[],
  code: string | null,
): { byLine: number[]; discounts: Discount[] | null } {
  const whole = lines.map(({ price_minor, quantity, gift_card }) => (gift_card ? 0 : price_minor * quantity))
  const subtotal = shop.service.sumMinor(whole)
  const [best] = shop.offers
    .filter((offer) => (offer.code === null || offer.code === code) && subtotal >= offer.minimum_minor)
    .sort((one, other) => other.percent - one.percent)
  const byLine = whole.map((minor) => (best === undefined ? 0 : shop.service.shareOf(minor, best.percent, 100)))
  const amount_minor = shop.service.sumMinor(byLine)
  if (best === undefined || amount_minor === 0) return { byLine: lines.map(() => 0), discounts: null }
  const { id: promotion_id, name, code: used } = best
  return { byLine, discounts: [{ promotion_id, name, code: used, amount_minor, shipping_minor: 0 }] }
}

/** The uses of promotions, once it is known which orders were cancelled. */
export function recordUses(shop: Shop): void {
  for (const { order } of shop.sales.values()) {
    const { merchant_id, id: order_id, user_id, discounts, status, paid_at, created_at } = order
    for (const { promotion_id, amount_minor, shipping_minor } of discounts ?? [])
      put(shop, 'promotion_uses', {
        merchant_id,
        promotion_id,
        order_id,
        user_id,
        email_key: null,
        amount_minor,
        shipping_minor,
        // Only generated codes are noted.
        code: null,
        released: status === 'cancelled',
        given_back: status === 'cancelled' && paid_at === null,
        created_at,
      })
  }
}
