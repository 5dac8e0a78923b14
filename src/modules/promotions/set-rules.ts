import { sumMinor } from '#src/platform/lib/money.ts'
import { percentOf, splitByWeights } from '#src/platform/lib/tax-fractions.ts'

/** Sets of `buy_x_get_y`: units that are bought, and units that are cheaper for it. */

interface Line {
  price_minor: number
  quantity: number
}

interface SetTerms {
  buyLines: readonly number[]
  getLines: readonly number[]
  buy?: { quantity: number }
  get?: { quantity: number; percent: number }
  times_at_most?: number
}

/** Units of one line, which cost the same. */
interface Run {
  line: number
  price: number
  units: number
}

/**
 * Fills as many sets as the units allow: the dearest units are the bought ones, the cheapest of the rest the free ones.
 * What a set saves is spread over all of its units by their prices, so that the tax of each rate is right, and a
 * returned unit gives back what it bore.
 * @param unitsInSets units of each line that are in sets of other promotions
 */
export function fillSets(
  lines: readonly Line[],
  unitsInSets: readonly number[],
  { buyLines, getLines, buy, get, times_at_most: maxTimes = Number.POSITIVE_INFINITY }: SetTerms,
): { byLine: Map<number, number>; inSets: number[] } {
  const inSets = [...unitsInSets]
  const byLine = new Map<number, number>()
  if (buy === undefined || get === undefined) return { byLine, inSets }
  const runOf = (line: number): Run => {
    const { price_minor = 0, quantity = 0 } = lines[line] ?? {}
    return { line, price: price_minor, units: quantity - (unitsInSets[line] ?? 0) }
  }
  const giftable = new Set(getLines)
  const both = new Set(buyLines.filter((line) => giftable.has(line)))
  const bought = buyLines.map(runOf).sort((one, other) => other.price - one.price || one.line - other.line)
  const free = getLines.map(runOf).sort((one, other) => one.price - other.price || one.line - other.line)
  const [inBuy, inGet] = [unitsOf(bought), unitsOf(free)]
  const inBoth = unitsOf(bought.filter(({ line }) => both.has(line)))
  const times = Math.min(
    maxTimes,
    Math.floor(inBuy / buy.quantity),
    Math.floor(inGet / get.quantity),
    Math.floor((inBuy + inGet - inBoth) / (buy.quantity + get.quantity)),
  )
  if (times === 0) return { byLine, inSets }

  // Bought units leave enough of those that are wanted for free.
  let shared = inGet - times * get.quantity
  let missing = times * buy.quantity
  const boughtRuns = bought.map((run) => {
    const units = Math.min(run.units, missing, both.has(run.line) ? shared : run.units)
    missing -= units
    if (both.has(run.line)) shared -= units
    return { ...run, units }
  })
  const used = new Map(boughtRuns.map(({ line, units }) => [line, units]))
  const toBuy = boughtRuns.filter(({ units }) => units > 0)
  const toGet = free
    .map((run) => ({ ...run, units: run.units - (used.get(run.line) ?? 0) }))
    .filter(({ units }) => units > 0)

  for (let left = times; left > 0; ) {
    const count = Math.min(left, setsAlike(toBuy, buy.quantity), setsAlike(toGet, get.quantity))
    const buyers = removeUnits(toBuy, buy.quantity * count)
    const gifts = removeUnits(toGet, get.quantity * count)
    const saved = percentOf(sumMinor(gifts.map(costOf)), get.percent)
    const parts = [...buyers, ...gifts]
    const shares = splitByWeights(saved, parts.map(costOf))
    for (const [at, { line, units }] of parts.entries()) {
      byLine.set(line, (byLine.get(line) ?? 0) + (shares[at] ?? 0))
      inSets[line] = (inSets[line] ?? 0) + units
    }
    left -= count
  }
  return { byLine, inSets }
}

/** How many of the next sets are alike: those within the first line, or one that takes of several. */
function setsAlike(runs: readonly Run[], quantity: number): number {
  return Math.max(1, Math.floor((runs[0]?.units ?? 0) / quantity))
}

/** Takes the first units off the runs. */
function removeUnits(runs: Run[], units: number): Run[] {
  const parts: Run[] = []
  for (let missing = units; missing > 0; ) {
    const [first] = runs
    if (first === undefined) throw new Error('a set lacks units')
    const part = Math.min(first.units, missing)
    parts.push({ ...first, units: part })
    if (part === first.units) runs.shift()
    else runs[0] = { ...first, units: first.units - part }
    missing -= part
  }
  return parts
}

function unitsOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { units }) => sum + units, 0)
}

function costOf({ price, units }: Run): number {
  return price * units
}
