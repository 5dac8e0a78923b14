import type { Static } from 'typebox'
import { presentByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { PromotionRow } from './queries.ts'
import type { PromotionAmounts } from './rules.ts'
import type { Promotion } from './schemas.ts'

export function presentPromotion(row: PromotionRow, currency: string): Static<typeof Promotion> {
  const { terms, minimum, customers } = row
  const major = (minor: number | undefined) => (minor === undefined ? null : toMajor(minor, currency))
  const { subtotal_minor: subtotal, quantity } = minimum
  const { buy, get } = terms
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    has_codes: row.has_codes,
    code_count: row.code_count,
    public: row.public,
    kind: row.kind,
    percent: terms.percent === undefined ? null : terms.percent / 100,
    amount: major(terms.amount_minor),
    each: terms.each ?? false,
    max_discount: major(terms.max_discount_minor),
    max_shipping: major(terms.max_shipping_minor),
    buy: buy ? { quantity: buy.quantity, of: buy.of } : null,
    get: get ? { quantity: get.quantity, of: get.of, percent: get.percent / 100 } : null,
    times_at_most: terms.times_at_most ?? null,
    applies_to: row.applies_to,
    minimum:
      Object.keys(minimum).length === 0
        ? null
        : {
            ...(subtotal !== undefined && { subtotal: toMajor(subtotal, currency) }),
            ...(quantity !== undefined && { quantity }),
          },
    customers: Object.keys(customers).length === 0 ? null : customers,
    usage_limit: row.usage_limit,
    per_customer_limit: row.per_customer_limit,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    combines: row.combines,
    ...(row.prices !== null && { prices: presentByCurrency(row.prices, presentAmounts) }),
    priority: row.priority,
    status: row.state,
    used_count: row.used_count,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function presentAmounts(its: PromotionAmounts, currency: string) {
  const major = (minor: number) => toMajor(minor, currency)
  return {
    ...(its.amount_minor !== undefined && { amount: major(its.amount_minor) }),
    ...(its.max_discount_minor !== undefined && { max_discount: major(its.max_discount_minor) }),
    ...(its.max_shipping_minor !== undefined && { max_shipping: major(its.max_shipping_minor) }),
    ...(its.subtotal_minor !== undefined && { minimum: { subtotal: major(its.subtotal_minor) } }),
  }
}
