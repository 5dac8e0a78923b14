import type { ProductFilter } from '#src/modules/catalog/index.ts'

/** Random numbers from a seed, so that a run can be repeated. */
export interface Draws {
  below(count: number): number
  oneIn(count: number): boolean
  pick<T>(from: readonly T[]): T
}

export function drawsFrom(seed: number): Draws {
  let state = seed
  const below = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
  }
}

/** Some often, some seldom; with forms of each other, compounds and their parts, numbers and single letters. */
const words =
  'red blue green lantern lanterns heart hearts cake stand cakestand light lights t box boxes 12 small paper'
    .split(' ')
    .flatMap((word, n) => Array.from({ length: n % 5 === 0 ? 6 : 2 }, () => word))

export const categories = ['Gifts', 'Paper goods', 'Kitchen', 'Lights & candles']

export function randomText({ below, pick }: Draws, most: number): string {
  return Array.from({ length: 1 + below(most) }, () => pick(words)).join(' ')
}

/** A product whose words many others have, too. */
export function randomProduct(draws: Draws) {
  const { below, oneIn, pick } = draws
  return {
    name: randomText(draws, 5),
    description: oneIn(3) ? randomText(draws, 8) : null,
    category: oneIn(4) ? null : pick(categories),
    price: 1 + below(40),
    onHand: below(3),
    status: oneIn(9) ? ('draft' as const) : ('active' as const),
    ...(oneIn(50) && { sku: `${randomText(draws, 1)}-${below(1e9)}` }),
  }
}

export function randomFilter({ below, oneIn, pick }: Draws, merchantIds: readonly string[]): ProductFilter {
  return {
    ...(oneIn(4) && { merchantId: pick(merchantIds) }),
    ...(oneIn(4) && { category: pick([...categories, 'None']) }),
    ...(oneIn(4) && { inStock: oneIn(2) }),
    ...(oneIn(5) && { minPrice: below(20) * 10_000 }),
    ...(oneIn(5) && { maxPrice: below(40) * 10_000 }),
  }
}

/** Words as they are, misspelt, or the beginning of one. */
export function randomQuery(draws: Draws): string {
  const kind = draws.below(6)
  if (kind === 0) return `${randomText(draws, 2)} lantrn`
  if (kind === 1) return `${randomText(draws, 3)} l`
  return randomText(draws, 4)
}
