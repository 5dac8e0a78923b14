import type { ByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import type { Candidate, Choice, DiscountLine, PromotionAmounts, PromotionKind, Terms } from './rules.ts'

/** Why a code of the shopper does not apply. */
export const faultReasons = [
  'unknown',
  'not_started',
  'ended',
  'other_currency',
  'minimum',
  'not_these_products',
  'used_up',
  'used_by_customer',
  'not_combinable',
  'new_customers_only',
] as const
export type FaultReason = (typeof faultReasons)[number]

export interface DiscountFault {
  code: string
  reason: FaultReason
}

/** A promotion as pricing reads it: automatic, or that of a given code. */
export interface OfferedPromotion {
  id: string
  name: string
  kind: PromotionKind
  terms: Terms
  applies_to: Choice
  minimum: { subtotal_minor?: number; quantity?: number }
  customers: { new_only?: boolean; emails?: string[] }
  per_customer_limit: number | null
  combines: boolean
  priority: number
  /** Its amounts in other currencies than the shop's; null: none. */
  prices: ByCurrency<PromotionAmounts> | null
  /** The shop's, if the order may have another. */
  own_currency: string | null
  /** Null: automatic. */
  code: string | null
  is_generated: boolean
  state: 'active' | 'paused' | 'scheduled' | 'ended'
  is_used_up: boolean
  /** Uses by this customer, counted if there is a limit. */
  used_by_customer: number
  /** Known if `new_only`. */
  is_new_customer: boolean | null
  /** It has amounts, and none in the currency of the order. */
  lacks_amounts?: boolean
  /** The customer's address, as limits compare it. */
  email_key: string | null
}

/** What choices know of a product. */
export interface ProductFacets {
  product_id: string
  group_id: string | null
  category: string | null
  brand: string | null
  tags: string[]
  /** Of those that the promotions name. */
  collection_ids: string[]
  has_compare_at_price: boolean
}

/** A line of a basket, of a product of the catalog. */
export interface ProductLine extends DiscountLine {
  product_id: string
}

/** Whether a choice can only be decided with the facets of the products. */
export function needsFacets({ applies_to, terms }: Pick<OfferedPromotion, 'applies_to' | 'terms'>): boolean {
  return choicesOf({ applies_to, terms }).some(
    ({ all: _, product_ids: __, except, not_on_sale, ...lists }) =>
      not_on_sale === true || isNamed(lists) || isNamed({ ...except, product_ids: [] }),
  )
}

export function choicesOf({ applies_to, terms }: Pick<OfferedPromotion, 'applies_to' | 'terms'>): Choice[] {
  return [applies_to, ...[terms.buy, terms.get].flatMap((part) => part?.of ?? [])]
}

/** Whether any list of a choice names something. */
export function isNamed(lists: Omit<Choice, 'all' | 'except' | 'not_on_sale'>): boolean {
  return Object.values(lists).some((list) => (list?.length ?? 0) > 0)
}

/** The amounts of a promotion in the shop's currency. */
export function amountsOf({ terms, minimum }: Pick<OfferedPromotion, 'terms' | 'minimum'>): PromotionAmounts {
  const { amount_minor, max_discount_minor, max_shipping_minor } = terms
  const all = { amount_minor, max_discount_minor, max_shipping_minor, subtotal_minor: minimum.subtotal_minor }
  return Object.fromEntries(Object.entries(all).filter(([, minor]) => minor !== undefined))
}

/** A promotion with its amounts in the currency of an order. */
export function inCurrencyOf(promotion: OfferedPromotion, currency: string): OfferedPromotion {
  const { own_currency, prices } = promotion
  if (own_currency === null || own_currency === currency) return promotion
  const needed = Object.keys(amountsOf(promotion)) as (keyof PromotionAmounts)[]
  if (needed.length === 0) return promotion
  const its = prices?.[currency]
  if (its === undefined || needed.some((field) => its[field] === undefined))
    return { ...promotion, lacks_amounts: true }
  const { subtotal_minor, ...amounts } = its
  const minimum = { ...promotion.minimum, ...(subtotal_minor !== undefined && { subtotal_minor }) }
  return { ...promotion, terms: { ...promotion.terms, ...amounts }, minimum }
}

/** Lines that no promotion and no minimum knows. */
function isExempt({ is_exempt }: DiscountLine): boolean {
  return is_exempt === true
}

/** A candidate for the basket, or why the promotion does not apply to it. */
export function candidateFor(
  promotion: OfferedPromotion,
  lines: readonly ProductLine[],
  facets: ReadonlyMap<string, ProductFacets>,
): Candidate | FaultReason {
  const { state, kind, terms, minimum } = promotion
  if (state === 'paused' || !isFor(promotion)) return 'unknown'
  if (state !== 'active') return state === 'ended' ? 'ended' : 'not_started'
  if (promotion.lacks_amounts) return 'other_currency'
  if (promotion.customers.new_only && promotion.is_new_customer === false) return 'new_customers_only'
  if (promotion.is_used_up) return 'used_up'
  if (promotion.per_customer_limit !== null && promotion.used_by_customer >= promotion.per_customer_limit)
    return 'used_by_customer'
  const linesOf = (choice: Choice | undefined) => linesNamed(choice, lines, facets)
  const named = linesOf(promotion.applies_to)
  const [buyLines, getLines] = [linesOf(terms.buy?.of), linesOf(terms.get?.of)]
  const isSet = kind === 'buy_x_get_y'
  if (named.length === 0 || (isSet && (buyLines.length === 0 || getLines.length === 0))) return 'not_these_products'
  const sumOf = (of: (line: ProductLine) => number) =>
    named.reduce((sum, index) => sum + of(lines[index] as ProductLine), 0)
  const isBelow =
    sumOf(({ price_minor, quantity }) => price_minor * quantity) < (minimum.subtotal_minor ?? 0) ||
    sumOf(({ quantity }) => quantity) < (minimum.quantity ?? 0) ||
    (isSet && lacksUnits(terms, lines, buyLines, getLines))
  if (isBelow) return 'minimum'
  const { id, name, combines, priority, code } = promotion
  return { id, name, kind, terms, combines, priority, code, lines: named, buyLines, getLines }
}

/** Whether there are units for one set. */
function lacksUnits(
  { buy, get }: Terms,
  lines: readonly ProductLine[],
  buyLines: readonly number[],
  getLines: readonly number[],
): boolean {
  const unitsIn = (indexes: Iterable<number>) =>
    [...indexes].reduce((sum, index) => sum + (lines[index]?.quantity ?? 0), 0)
  const [bought, free] = [buy?.quantity ?? 0, get?.quantity ?? 0]
  return (
    unitsIn(buyLines) < bought ||
    unitsIn(getLines) < free ||
    unitsIn(new Set([...buyLines, ...getLines])) < bought + free
  )
}

function isFor({ customers: { emails }, email_key }: OfferedPromotion): boolean {
  return emails === undefined || (email_key !== null && emails.includes(email_key))
}

function linesNamed(
  choice: Choice | undefined,
  lines: readonly ProductLine[],
  facets: ReadonlyMap<string, ProductFacets>,
): number[] {
  if (choice === undefined) return []
  const matches = matcherOf(choice)
  const isLeftOut = matcherOf(choice.except ?? {})
  return lines.flatMap((line, index) => {
    if (isExempt(line)) return []
    const product = facets.get(line.product_id)
    if (choice.not_on_sale && product?.has_compare_at_price) return []
    if (choice.all !== true && !matches(line.product_id, product)) return []
    return isLeftOut(line.product_id, product) ? [] : [index]
  })
}

/** Whether one of the lists names a product. */
function matcherOf(lists: Choice): (productId: string, facets: ProductFacets | undefined) => boolean {
  const [products, groups, collections] = [lists.product_ids, lists.group_ids, lists.collection_ids].map(setOf)
  const [categories, tags, brands] = [lists.categories, lists.tags, lists.brands].map(setOf)
  return (productId, facets) =>
    products?.has(productId) ||
    (facets !== undefined &&
      (groups?.has(facets.group_id ?? '') ||
        categories?.has(facets.category ?? '') ||
        brands?.has(facets.brand ?? '') ||
        facets.tags.some((tag) => tags?.has(tag)) ||
        facets.collection_ids.some((id) => collections?.has(id)))) ||
    false
}

function setOf(list: string[] | undefined): Set<string> | undefined {
  return list && new Set(list)
}
