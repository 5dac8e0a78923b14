/** Reproducible draws of the pages, searches and products of a load. */

/** Numbers from 0 to below 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Indexes 0 to below `count`; the one at place k is drawn with a probability proportional to 1 / (k + 1). */
export function zipf(count: number, random: () => number): () => number {
  const sums: number[] = []
  let total = 0
  for (let rank = 1; rank <= count; rank++) {
    total += 1 / rank
    sums.push(total)
  }
  return () => {
    const wanted = random() * total
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

export function draw<T>(count: number, one: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => one(n))
}

export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const mixed = [...values]
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    const [a, b] = [mixed[n], mixed[other]]
    if (a !== undefined && b !== undefined) [mixed[n], mixed[other]] = [b, a]
  }
  return mixed
}

/** How often each is there, the most frequent first. */
export function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return new Map([...counts].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1)))
}
