import { needed, now, put, type Shop, type Step } from './shop.ts'

const day = 86_400_000

/** Visits of a day by their source, and the share of them that see a product, have a cart and begin a checkout. */
const sources = [
  { source: 'direct', visits: 140, shares: [0.52, 0.12, 0.06] },
  { source: 'google.com', visits: 120, shares: [0.61, 0.07, 0.03] },
  { source: 'instagram.com', visits: 60, shares: [0.44, 0.05, 0.02] },
  { source: 'newsletter', visits: 35, shares: [0.7, 0.16, 0.08] },
  { source: 'pinterest.com', visits: 45, shares: [0.49, 0.09, 0.04] },
] as const

/** Of Sunday to Saturday. */
const weekdays = [1.25, 0.9, 0.85, 0.9, 0.95, 1, 1.2]

/** Plans what a storefront has counted on the days of the shop. */
export function planVisits({ days, ends }: { days: number; ends: number }): Step[] {
  return Array.from({ length: days }, (_, ago) => ({
    at: ends - 1,
    act: (shop: Shop) => countDay(shop, ago),
  }))
}

function countDay(shop: Shop, ago: number): void {
  const date = new Date(now(shop).getTime() - ago * day)
  const busy = needed(weekdays[date.getUTCDay()]) * (1 + ((ago * 7) % 11) / 50)
  for (const [index, { source, visits, shares }] of sources.entries()) {
    const counted = Math.round(visits * busy) + ((ago + index) % 5)
    const [product_views, carts, checkouts] = shares.map((share) => Math.round(counted * share))
    const row = { merchant_id: shop.merchantId, day: date.toISOString().slice(0, 10), source, visits: counted }
    put(shop, 'visit_days', { ...row, product_views, carts, checkouts })
  }
}
