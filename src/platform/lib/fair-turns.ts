type Work = () => Promise<void>

/**
 * Runs work, one at a time: of each key first come, first served, and next that of the key whose work has taken the
 * least time. A key that had no work waiting begins with what the others have had, so it cannot save up turns.
 */
export function createFairTurns(
  now: () => number = () => performance.now(),
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** Of equals, the first is next. */
  const lines = new Map<string, Work[]>()
  /** Milliseconds, of keys that are not behind `least`. */
  const spent = new Map<string, number>()
  /** What the key had taken that was last chosen; no key that waits has less. */
  let least = 0
  let running = false

  const spentBy = (key: string) => Math.max(spent.get(key) ?? 0, least)

  function next(): string | undefined {
    let chosen: string | undefined
    for (const key of lines.keys()) if (chosen === undefined || spentBy(key) < spentBy(chosen)) chosen = key
    return chosen
  }

  async function run(): Promise<void> {
    running = true
    for (let key = next(); key !== undefined; key = next()) {
      least = spentBy(key)
      for (const [known, ms] of spent) if (ms <= least) spent.delete(known)
      const line = lines.get(key) ?? []
      const work = line.shift()
      // Its next turn is after those of its equals.
      lines.delete(key)
      if (line.length > 0) lines.set(key, line)
      const begun = now()
      await work?.()
      spent.set(key, least + now() - begun)
    }
    spent.clear()
    running = false
  }

  return (key, work) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? []
      lines.set(key, line)
      line.push(() => work().then(resolve, reject))
      if (!running) void run()
    })
}
