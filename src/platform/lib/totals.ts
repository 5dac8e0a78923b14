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
  /** The same for several counts: `read` answers them, and `sum` says how many items they are of. */
  counts<Counts>(key: string, read: () => Promise<Counts>, sum: (counts: Counts) => number): Promise<Counts>
  /** Whether `counts` would answer at once. */
  has(key: string): boolean
}

/** The memory of a process. `now` in milliseconds, for tests. */
export function rememberedTotals(now: () => number = () => performance.now()): RememberedTotals {
  const remembered = new LRUCache<string, { answer: unknown; at: number }>({ max: mostRemembered })
  const running = new Map<string, Promise<unknown>>()

  async function readNow<Answer>(key: string, read: () => Promise<Answer>, sum: (answer: Answer) => number) {
    const at = now()
    const reading = read()
    running.set(key, reading)
    try {
      const answer = await reading
      if (sum(answer) > largestFresh) remembered.set(key, { answer, at })
      else remembered.delete(key)
      return answer
    } finally {
      if (running.get(key) === reading) running.delete(key)
    }
  }

  const recall = (key: string) => {
    const known = remembered.get(key)
    return known !== undefined && now() - known.at < rememberedMs ? known : undefined
  }

  // A key has answers of one type only.
  async function counts<Answer>(key: string, read: () => Promise<Answer>, sum: (answer: Answer) => number) {
    const known = recall(key)
    if (known !== undefined) return known.answer as Answer
    const reading = running.get(key) as Promise<Answer> | undefined
    // A failure is the other request's own, and a small number may lack what was committed since its count began.
    const shared = reading && (await reading.catch(() => undefined))
    return shared !== undefined && sum(shared) > largestFresh ? shared : readNow(key, read, sum)
  }

  return {
    counts,
    count: (key, count) => counts(key, count, (counted) => counted),
    has: (key) => recall(key) !== undefined,
  }
}
