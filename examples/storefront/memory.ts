/** Keeps answers for some seconds, by name; those who ask at once wait for one. A failure is not kept. */
export type Memory = <Value>(name: string, ms: number, make: () => Promise<Value>) => Promise<Value>

/** A list is some 100 kB. */
const maxEntries = 500

export function createMemory(): Memory {
  const kept = new Map<string, { until: number; value: Promise<unknown> }>()
  return function remember<Value>(name: string, ms: number, make: () => Promise<Value>): Promise<Value> {
    const known = kept.get(name)
    if (known && known.until > Date.now()) return known.value as Promise<Value>
    const value = make()
    kept.delete(name)
    kept.set(name, { until: Date.now() + ms, value })
    value.catch(() => kept.get(name)?.value === value && kept.delete(name))
    for (const oldest of kept.keys()) {
      if (kept.size <= maxEntries) break
      kept.delete(oldest)
    }
    return value
  }
}
