import type { Columns } from './columns.ts'
import { compareIds } from './product-ids.ts'

/**
 * The best `most` of some matches, best first: by score, of equals the larger id. Matches are places in the column of
 * them. Those found so far are kept in order: where many more are looked at than wanted, most cost one comparison.
 *
 * @param some their places, or their number if they are the first
 */
export function bestOf(columns: Columns, some: readonly number[] | number, most: number): Uint32Array {
  const { scores } = columns
  const count = typeof some === 'number' ? some : some.length
  const best = new Uint32Array(Math.min(count, most))
  let found = 0
  // From the end, where the newest products are: of equals the larger id, which is newer, is met first and stays.
  for (let n = count - 1; n >= 0; n--) {
    const match = typeof some === 'number' ? n : (some[n] ?? 0)
    if (found === best.length) {
      const worst = best[found - 1] ?? 0
      if ((scores[match] ?? 0) < (scores[worst] ?? 0) || !isBetter(columns, match, worst)) continue
      found--
    }
    const place = placeOf(columns, best, found, match)
    best.copyWithin(place + 1, place, found++)
    best[place] = match
  }
  return best
}

function isBetter({ ids, matches, scores }: Columns, a: number, b: number): boolean {
  const difference = (scores[a] ?? 0) - (scores[b] ?? 0)
  return difference === 0 ? compareIds(ids, matches[a] ?? 0, matches[b] ?? 0) > 0 : difference > 0
}

/** How many of the first `found` are better. */
function placeOf(columns: Columns, best: Uint32Array, found: number, match: number): number {
  let [low, high] = [0, found]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBetter(columns, best[middle] ?? 0, match)) low = middle + 1
    else high = middle
  }
  return low
}
