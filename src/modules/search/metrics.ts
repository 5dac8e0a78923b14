import { Counter, Gauge, type Registry } from 'prom-client'

/** Who found the matches of a search by words: the index of this process, or PostgreSQL. */
export type FoundBy = 'memory' | 'database'

/** Metrics of the searches of a process. `bytes` is the memory of its index, 0 while it cannot be used. */
export function searchMetrics(registry: Registry, bytes: () => number): (by: FoundBy) => void {
  const searches = new Counter({
    name: 'searches_total',
    help: 'Searches by words, by who found the matches: the index in memory of the process, or PostgreSQL.',
    labelNames: ['found_by'],
    registers: [registry],
  })
  new Gauge({
    name: 'search_index_bytes',
    help: 'Memory of the index that searches are found in, 0 while it is being loaded or not used.',
    registers: [registry],
    collect() {
      this.set(bytes())
    },
  })
  const counters = { memory: searches.labels('memory'), database: searches.labels('database') }
  return (by) => counters[by].inc()
}
