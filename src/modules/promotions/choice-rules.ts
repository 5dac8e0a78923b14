import {
  applyPromotion,
  byPriority,
  type Candidate,
  type Discounted,
  type DiscountLine,
  inOrder,
  undiscounted,
} from './rules.ts'

/** Sets of more candidates are not compared: 2^8 are 256. */
const maxCompared = 8

export interface Basket {
  lines: readonly DiscountLine[]
  shippingMinor: number
  /** What the shopper pays for what is left of lines and shipping, with tax that is added. */
  totalOf(left: readonly number[], shippingLeft: number): number
}

interface Found {
  members: readonly Candidate[]
  discounted: Discounted
  total: number
}

/**
 * The promotions with the lowest total: of those that combine any set, of the others one alone. Equal totals go to the
 * higher priority, then to the lower id. Exact for up to 8 candidates; of more, given codes come first, then those
 * that save most alone. It yields after each set: 256 of a thousand lines are too long for one turn of the event loop.
 */
export function* choosing(basket: Basket, candidates: readonly Candidate[]): Generator<undefined, Discounted> {
  const none = undiscounted(basket.lines, basket.shippingMinor)
  const empty: Found = { members: [], discounted: none, total: basket.totalOf(none.left, none.shippingLeft) }
  const alone: { candidate: Candidate; found: Found }[] = []
  for (const candidate of candidates) {
    const found = add(basket, empty, candidate)
    if (found !== undefined) alone.push({ candidate, found })
    yield
  }
  const compared = alone
    .toSorted(
      (one, other) =>
        Number(other.candidate.code !== null) - Number(one.candidate.code !== null) ||
        one.found.total - other.found.total ||
        byPriority(one.candidate, other.candidate),
    )
    .slice(0, maxCompared)
  const single = compared.filter(({ candidate }) => !candidate.combines).map(({ found }) => found)
  const sets = inOrder(compared.map(({ candidate }) => candidate).filter(({ combines }) => combines))
  const together = [empty]
  for (const candidate of sets) {
    // Each set without the candidate, which comes after its members, and with it.
    for (const without of [...together]) {
      const found = add(basket, without, candidate)
      if (found !== undefined) together.push(found)
      yield
    }
  }
  return [...single, ...together].reduce((best, found) => (isBetter(found, best) ? found : best)).discounted
}

/** Undefined if the promotion takes nothing off. */
function add(basket: Basket, before: Found, candidate: Candidate): Found | undefined {
  const discounted = applyPromotion(before.discounted, basket.lines, candidate)
  if (discounted.discounts.length === before.discounted.discounts.length) return undefined
  const total = basket.totalOf(discounted.left, discounted.shippingLeft)
  return { members: [...before.members, candidate], discounted, total }
}

function isBetter(one: Found, other: Found): boolean {
  if (one.total !== other.total) return one.total < other.total
  const [mine, theirs] = [one.members.toSorted(byPriority), other.members.toSorted(byPriority)]
  for (const [at, member] of mine.entries()) {
    const rival = theirs[at]
    if (rival === undefined) return false
    const order = byPriority(member, rival)
    if (order !== 0) return order < 0
  }
  return mine.length < theirs.length
}
