type Work = () => Promise<void>

/** Runs work, one at a time: of each key first come, first served, and the keys in turn. */
export function createFairTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** In the order of the turns. */
  const lines = new Map<string, Work[]>()
  let running = false

  async function run(): Promise<void> {
    running = true
    for (let next = lines.entries().next().value; next !== undefined; next = lines.entries().next().value) {
      const [key, line] = next
      const work = line.shift()
      // Its next turn is after those of the others.
      lines.delete(key)
      if (line.length > 0) lines.set(key, line)
      await work?.()
    }
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
