import { LRUCache } from 'lru-cache'

/** Lists count up to this number; with more items the total is this number, `at_least`. */
export const maxExactTotal = 10_000

/** Larger totals are cached. Smaller ones are cheap to count, and always current. */
const maxFreshTotal = 1_000
const rememberedMs = 5_000
/** About 300 bytes each. */
const maxRemembered = 10_000

export interface Total {
  total: number
  precision: 'exact' | 'at_least'
}

/** The total of a list after counting so many items; counting stops after `maxExactTotal`. */
export function totalOf(counted: number): Total {
  return counted > maxExactTotal
    ? { total: maxExactTotal, precision: 'at_least' }
    : { total: counted, precision: 'exact' }
}

export interface RememberedTotals {
  /**
   * The result of `count`, cached for up to 5 s if it is above 1,000.
   * @param key the list with its owner and filter: equal keys mean equal lists
   */
  count(key: string, count: () => Promise<number>): Promise<number>
  /** The same for several counts: `read` returns them, and `sum` their total number of items. */
  counts<Counts>(key: string, read: () => Promise<Counts>, sum: (counts: Counts) => number): Promise<Counts>
  /** Whether `counts` has a cached result. */
  has(key: string): boolean
}

/** The cache of a process. `now` in milliseconds, for tests. */
export function rememberedTotals(now: () => number = () => performance.now()): RememberedTotals {
  const remembered = new LRUCache<string, { answer: unknown; at: number }>({ max: maxRemembered })
  const running = new Map<string, Promise<unknown>>()

  async function readNow<Answer>(key: string, read: () => Promise<Answer>, sum: (answer: Answer) => number) {
    const at = now()
    const reading = read()
    running.set(key, reading)
    try {
      const answer = await reading
      if (sum(answer) > maxFreshTotal) remembered.set(key, { answer, at })
      else remembered.delete(key)
      return answer
    } finally {
      if (running.get(key) === reading) running.delete(key)
    }
  }

  const recall = (key: string) => {
    const cached = remembered.get(key)
    return cached !== undefined && now() - cached.at < rememberedMs ? cached : undefined
  }

  // A key has answers of one type only.
  async function counts<Answer>(key: string, read: () => Promise<Answer>, sum: (answer: Answer) => number) {
    const cached = recall(key)
    if (cached !== undefined) return cached.answer as Answer
    const reading = running.get(key) as Promise<Answer> | undefined
    // A failure belongs to the other request, and a small count may lack commits since it began.
    const shared = reading && (await reading.catch(() => undefined))
    return shared !== undefined && sum(shared) > maxFreshTotal ? shared : readNow(key, read, sum)
  }

  return {
    counts,
    count: (key, count) => counts(key, count, (counted) => counted),
    has: (key) => recall(key) !== undefined,
  }
}
