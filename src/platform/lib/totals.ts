import { LRUCache } from 'lru-cache'

/** Lists count so far; with more items the total is this number, `at_least`. */
export const maxExactTotal = 10_000

/** Larger totals are remembered. Smaller ones cost little, and are right at once. */
const largestFresh = 1_000
const rememberedMs = 5_000
/** About 300 bytes each. */
const mostRemembered = 10_000

export interface Total {
  total: number
  precision: 'exact' | 'at_least'
}

/** The total of a list in which so many items were counted, if counting stops behind `maxExactTotal`. */
export function totalOf(counted: number): Total {
  return counted > maxExactTotal
    ? { total: maxExactTotal, precision: 'at_least' }
    : { total: counted, precision: 'exact' }
}

export interface RememberedTotals {
  /**
   * What `count` answers, or answered up to 5 s ago if that was above 1,000.
   * @param key the list with its owner and filter: whoever has the same key sees the same list
   */
  count(key: string, count: () => Promise<number>): Promise<number>
}

/** The memory of a process. `now` in milliseconds, for tests. */
export function rememberedTotals(now: () => number = () => performance.now()): RememberedTotals {
  const remembered = new LRUCache<string, { counted: number; at: number }>({ max: mostRemembered })
  const running = new Map<string, Promise<number>>()

  async function countNow(key: string, count: () => Promise<number>): Promise<number> {
    const at = now()
    const counting = count()
    running.set(key, counting)
    try {
      const counted = await counting
      if (counted > largestFresh) remembered.set(key, { counted, at })
      else remembered.delete(key)
      return counted
    } finally {
      if (running.get(key) === counting) running.delete(key)
    }
  }

  return {
    async count(key, count) {
      const known = remembered.get(key)
      if (known !== undefined && now() - known.at < rememberedMs) return known.counted
      const counting = running.get(key)
      if (counting === undefined) return countNow(key, count)
      // A small number may lack what was committed since that count began, and a failure is the other request's own.
      const shared = await counting.catch(() => 0)
      return shared > largestFresh ? shared : countNow(key, count)
    },
  }
}
