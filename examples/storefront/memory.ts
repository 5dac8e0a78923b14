/** Keeps answers for some seconds, by name; those who ask at once wait for one. A failure is not kept. */
export type Memory = <Value>(name: string, ms: number, make: () => Promise<Value>) => Promise<Value>

/** A list is some 100 kB. */
const maxEntries = 500

export function createMemory(): Memory {
  const cache = new Map<string, { until: number; value: Promise<unknown> }>()
  return function remember<Value>(name: string, ms: number, make: () => Promise<Value>): Promise<Value> {
    const cached = cache.get(name)
    if (cached && cached.until > Date.now()) return cached.value as Promise<Value>
    const value = make()
    cache.delete(name)
    cache.set(name, { until: Date.now() + ms, value })
    value.catch(() => cache.get(name)?.value === value && cache.delete(name))
    for (const oldest of cache.keys()) {
      if (cache.size <= maxEntries) break
      cache.delete(oldest)
    }
    return value
  }
}
