/** Limits concurrent work per key; further work waits, first come, first served. */
export type KeyedLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedLimit(atOnce: number): KeyedLimit {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running < atOnce) line.running += 1
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A turn is handed on, so `running` stays as it is.
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(key)
    }
  }
}
