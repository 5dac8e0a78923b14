import type { Executor } from '#src/platform/db/transaction.ts'
import { inSlices } from '#src/platform/lib/slices.ts'
import {
  candidateFor,
  choicesOf,
  type DiscountFault,
  inCurrencyOf,
  needsFacets,
  type OfferedPromotion,
  type ProductLine,
} from './candidate-rules.ts'
import { type Basket, choosing } from './choice-rules.ts'
import { matchCodes } from './code-rules.ts'
import { type Customer, selectFacets, selectOffered } from './offer-queries.ts'
import { applyStaffDiscount, type Candidate, type Discounted, type StaffDiscount, undiscounted } from './rules.ts'

/** What a shopper may get discounts for. */
export interface Discountable extends Basket {
  /** At the prices of the catalog, which minimums are measured by; the same lines as in `lines`. */
  listed: readonly ProductLine[]
  codes: readonly string[]
  /** Promotions that have run out meanwhile. */
  without?: ReadonlySet<string>
  staffDiscount?: StaffDiscount
  /** Promotions that apply whatever is found; others apply only if they combine with them. */
  staying?: ReadonlySet<string>
}

export interface FoundDiscounts extends Discounted {
  /** The given codes, each once, as the shop writes them. */
  codes: readonly string[]
  /** Those that do not apply, and why. */
  faults: DiscountFault[]
  /** Those that apply, but another set of promotions is better for the shopper. */
  outdone: string[]
  /** For `recordUses`. */
  emailKey: string | null
  /** Generated codes are good for one order. */
  generated: ReadonlySet<string>
}

/**
 * The discounts of a basket: one function for carts, quotes and orders, which so cannot differ. Reads only.
 * @param hasPromotions of the shop; without any, nothing is read
 */
export async function findDiscounts(
  db: Executor,
  customer: Customer,
  { listed, codes: given, without = new Set(), staffDiscount, staying = new Set(), ...basket }: Discountable,
  hasPromotions: boolean,
): Promise<FoundDiscounts> {
  const offered = hasPromotions
    ? (await selectOffered(db, customer, given)).map((one) => inCurrencyOf(one, customer.currency))
    : []
  const codes = matchCodes(
    given,
    offered.flatMap(({ code }) => code ?? []),
  )
  const applicable = offered.filter(({ id, code }) => (code !== null || !without.has(id)) && !staying.has(id))
  const standsAlone = offered.some(({ id, combines }) => staying.has(id) && !combines)
  const facets = applicable.some(needsFacets) ? await facetsFor(db, customer.merchantId, listed, applicable) : new Map()
  const outcomes = firstOfEach(codes, applicable).map((promotion) => ({
    code: promotion.code,
    outcome: candidateFor(promotion, listed, facets),
  }))
  let candidates = outcomes.flatMap(({ outcome }) => (typeof outcome === 'string' || standsAlone ? [] : [outcome]))
  if (staying.size > 0) candidates = candidates.filter(({ combines }) => combines)
  const none = undiscounted(basket.lines, basket.shippingMinor)
  const best = candidates.length === 0 ? none : await inSlices(choosing(basket, candidates))
  const applied = new Set(best.discounts.flatMap(({ code }) => code ?? []))
  const chosen = candidates.filter(({ code }) => code !== null && applied.has(code))
  const faults: DiscountFault[] = []
  const outdone: string[] = []
  for (const code of codes.filter((one) => !applied.has(one))) {
    const outcome = outcomes.find((one) => one.code === code)?.outcome
    if (typeof outcome === 'string') faults.push({ code, reason: outcome })
    else if (outcome === undefined)
      faults.push({ code, reason: offered.some((one) => one.code === code) ? 'not_combinable' : 'unknown' })
    else if (chosen.some((other) => !standTogether(other, outcome))) faults.push({ code, reason: 'not_combinable' })
    else if (outcome.kind !== 'free_shipping' || basket.shippingMinor > 0) outdone.push(code)
  }
  return {
    ...(staffDiscount === undefined ? best : applyStaffDiscount(best, basket.lines, staffDiscount)),
    codes,
    faults,
    outdone,
    emailKey: offered[0]?.email_key ?? null,
    generated: new Set(offered.flatMap(({ code, is_generated }) => (code !== null && is_generated ? [code] : []))),
  }
}

function standTogether(one: Candidate, other: Candidate): boolean {
  return one.combines && other.combines
}

/** One of each promotion: of several codes of it, the first given. */
function firstOfEach(codes: readonly string[], offered: readonly OfferedPromotion[]): OfferedPromotion[] {
  const placeOf = ({ code }: OfferedPromotion) => (code === null ? -1 : codes.indexOf(code))
  const sorted = offered.toSorted((one, other) => placeOf(one) - placeOf(other))
  const ids = new Set<string>()
  return sorted.filter(({ id }) => !ids.has(id) && ids.add(id))
}

function facetsFor(
  db: Executor,
  merchantId: string,
  lines: readonly ProductLine[],
  promotions: readonly OfferedPromotion[],
) {
  const collections = promotions
    .flatMap(choicesOf)
    .flatMap((choice) => [...(choice.collection_ids ?? []), ...(choice.except?.collection_ids ?? [])])
  const productIds = lines.map(({ product_id }) => product_id)
  return selectFacets(db, merchantId, productIds, [...new Set(collections)])
}
