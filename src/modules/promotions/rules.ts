import { sumMinor } from '#src/platform/lib/money.ts'
import { percentOf, splitByWeights } from '#src/platform/lib/tax-fractions.ts'
import { fillSets } from './set-rules.ts'

export const promotionKinds = ['percentage', 'amount', 'free_shipping', 'buy_x_get_y'] as const
export type PromotionKind = (typeof promotionKinds)[number]

/** Codes of a cart, a quote or an order. */
export const maxCodes = 5

/** Which goods: all of them, or those that one of the lists names, without those that `except` names. */
export interface Choice {
  all?: true
  product_ids?: string[]
  group_ids?: string[]
  collection_ids?: string[]
  categories?: string[]
  tags?: string[]
  brands?: string[]
  except?: Omit<Choice, 'all' | 'except' | 'not_on_sale'>
  not_on_sale?: boolean
}

/** What a kind needs. Percentages in hundredths of a percent, amounts in minor units. */
export interface Terms {
  percent?: number
  amount_minor?: number
  each?: boolean
  max_discount_minor?: number
  max_shipping_minor?: number
  buy?: { quantity: number; of: Choice }
  get?: { quantity: number; of: Choice; percent: number }
  times_at_most?: number
}

/** The amounts of a promotion in one currency. */
export interface PromotionAmounts {
  amount_minor?: number
  max_discount_minor?: number
  max_shipping_minor?: number
  /** Of its minimum. */
  subtotal_minor?: number
}

/** A line of a basket. */
export interface DiscountLine {
  price_minor: number
  quantity: number
  /** No promotion and no minimum knows the line: a price given by staff, a gift card. */
  is_exempt?: boolean
  /** A discount of staff takes nothing off it either: a gift card. */
  lacks_staff_discount?: boolean
}

/** A promotion that may apply to a basket. Lines are indexes, which the promotion names. */
export interface Candidate {
  id: string
  name: string
  kind: PromotionKind
  terms: Terms
  combines: boolean
  priority: number
  /** Null: automatic. */
  code: string | null
  lines: readonly number[]
  buyLines: readonly number[]
  getLines: readonly number[]
}

/** A discount that staff gives, after all promotions. */
export type StaffDiscount = { percent: number; reason: string } | { amountMinor: number; reason: string }

export interface AppliedDiscount {
  promotion_id: string | null
  code: string | null
  name: string
  amount_minor: number
  shipping_minor: number
}

/** A basket after some discounts. */
export interface Discounted {
  discounts: readonly AppliedDiscount[]
  /** For each line, and for shipping, what is left to pay. */
  left: readonly number[]
  shippingLeft: number
  /** Units of each line in sets of `buy_x_get_y`: a unit is in one set of one promotion. */
  inSets: readonly number[]
}

export function undiscounted(lines: readonly DiscountLine[], shippingMinor: number): Discounted {
  return {
    discounts: [],
    left: lines.map(({ price_minor, quantity }) => price_minor * quantity),
    shippingLeft: shippingMinor,
    inSets: lines.map(() => 0),
  }
}

/** Promotions apply in this order; of one kind by priority, then by id. */
const orderOfKinds = ['buy_x_get_y', 'percentage', 'each', 'amount', 'free_shipping']

export function inOrder<One extends Pick<Candidate, 'id' | 'kind' | 'terms' | 'priority'>>(
  candidates: readonly One[],
): One[] {
  return candidates.toSorted((one, other) => placeOf(one) - placeOf(other) || byPriority(one, other))
}

function placeOf({ kind, terms }: Pick<Candidate, 'kind' | 'terms'>): number {
  return orderOfKinds.indexOf(kind === 'amount' && terms.each ? 'each' : kind)
}

/** The higher priority first, then the lower id. */
export function byPriority(one: Pick<Candidate, 'id' | 'priority'>, other: Pick<Candidate, 'id' | 'priority'>): number {
  return other.priority - one.priority || (one.id < other.id ? -1 : Number(one.id > other.id))
}

/** Takes a promotion off what the former ones left. */
export function applyPromotion(
  before: Discounted,
  lines: readonly DiscountLine[],
  { id, name, code, kind, terms, ...candidate }: Candidate,
): Discounted {
  if (kind === 'free_shipping') {
    const shipping = Math.min(before.shippingLeft, terms.max_shipping_minor ?? before.shippingLeft)
    return unitsInSets(before, { promotion_id: id, name, code }, new Map(), shipping)
  }
  const { byLine, inSets } =
    kind === 'buy_x_get_y'
      ? fillSets(lines, before.inSets, { ...terms, ...candidate })
      : { byLine: discountOf(before, lines, candidate.lines, terms), inSets: before.inSets }
  return { ...unitsInSets(before, { promotion_id: id, name, code }, byLine, 0), inSets }
}

/** Takes a discount of staff off all lines. */
export function applyStaffDiscount(
  before: Discounted,
  lines: readonly DiscountLine[],
  { reason, ...discount }: StaffDiscount,
): Discounted {
  const terms: Terms = 'percent' in discount ? { percent: discount.percent } : { amount_minor: discount.amountMinor }
  const byLine = discountOf(
    before,
    lines,
    lines.flatMap(({ lacks_staff_discount }, index) => (lacks_staff_discount ? [] : [index])),
    terms,
  )
  return unitsInSets(before, { promotion_id: null, name: reason, code: null }, byLine, 0)
}

/**
 * A percentage is rounded once per line, half up. An amount, and the most that a percentage takes, is split in
 * proportion to what is left of the lines by largest remainder; of equal remainders the first line is rounded up.
 */
function discountOf(
  { left }: Discounted,
  lines: readonly DiscountLine[],
  named: readonly number[],
  { percent, amount_minor, each, max_discount_minor: max }: Terms,
): Map<number, number> {
  const leftOf = (line: number) => left[line] ?? 0
  const whole = sumMinor(named.map(leftOf))
  const split = (minor: number) => {
    const shares = splitByWeights(Math.min(minor, whole), named.map(leftOf))
    return new Map(named.map((line, at) => [line, shares[at] ?? 0]))
  }
  if (percent !== undefined) {
    const byLine = new Map(named.map((line) => [line, percentOf(leftOf(line), percent)]))
    return max !== undefined && sumMinor([...byLine.values()]) > max ? split(max) : byLine
  }
  const amount = amount_minor ?? 0
  if (!each) return split(amount)
  return new Map(named.map((line) => [line, Math.min(amount * (lines[line]?.quantity ?? 0), leftOf(line))]))
}

/** A discount that takes nothing off is none. */
function unitsInSets(
  before: Discounted,
  by: Pick<AppliedDiscount, 'promotion_id' | 'name' | 'code'>,
  byLine: ReadonlyMap<number, number>,
  shippingMinor: number,
): Discounted {
  const amountMinor = sumMinor([...byLine.values()])
  if (amountMinor === 0 && shippingMinor === 0) return before
  return {
    discounts: [...before.discounts, { ...by, amount_minor: amountMinor, shipping_minor: shippingMinor }],
    left: before.left.map((minor, line) => minor - (byLine.get(line) ?? 0)),
    shippingLeft: before.shippingLeft - shippingMinor,
    inSets: before.inSets,
  }
}
