import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/platform/db/transaction.ts'
import { gatherReads } from '#src/platform/lib/gathered-reads.ts'
import { type PresentedProduct, presentProduct } from '../products/schemas.ts'
import { readChanged } from './memory-queries.ts'

/** Cache of list and search pages. An entry is valid for one catalog version; stock is read again on every hit. */
export interface CatalogMemory {
  recall<Found extends object>(key: string): Promise<Remembered<Found> | undefined>
  /** @param versions the catalog versions that the entry was read in; it is cached only if they are equal */
  remember<Found extends object>(key: string, versions: readonly string[], remembered: Remembered<Found>): void
}

export interface Remembered<Found> {
  found: Found
  /** With their current stock. */
  products: PresentedProduct[]
}

export interface CatalogContext {
  db: Executor
  catalogMemory: CatalogMemory
}

/** Characters of JSON: a page of 20 takes 1,000 without its products, all facets of a search up to 20,000 more. */
const mostCharacters = { found: 8_000_000, products: 16_000_000 }

/** Reads of the version and the stock: two at once, each for up to so many hits. */
const reads = { atOnce: 2, most: 16 }

/** A cache for one process. Concurrent hits share a statement, which reads only products whose stock has changed. */
export function createCatalogMemory(db: Executor): CatalogMemory {
  const remembered = new LRUCache<string, { found: object; ids: readonly string[] }>({
    maxSize: mostCharacters.found,
    sizeCalculation: (value, key) => key.length + JSON.stringify(value).length,
  })
  const known = new LRUCache<string, PresentedProduct>({
    maxSize: mostCharacters.products,
    sizeCalculation: ({ name, description }) => 600 + name.length + (description?.length ?? 0),
  })
  let lastVersion = ''
  /** Versions never repeat, so that a new one makes all entries useless. */
  const update = (version: string, products: readonly PresentedProduct[]) => {
    if (version !== lastVersion) {
      remembered.clear()
      known.clear()
    }
    lastVersion = version
    for (const product of products) known.set(product.id, product)
  }
  const readCurrent = gatherReads(async (pages: readonly PresentedProduct[][]) => {
    const { version, changed } = await readChanged(db, [...new Set(pages.flat())])
    const products = changed.map(presentProduct)
    update(version, products)
    return { version, changed: new Map(products.map((product) => [product.id, product])) }
  }, reads)

  return {
    async recall<Found extends object>(key: string) {
      const entry = remembered.get(key)
      if (entry === undefined) return undefined
      const products = entry.ids.flatMap((id) => known.get(id) ?? [])
      if (products.length < entry.ids.length) return undefined
      const cachedVersion = lastVersion
      const { version, changed } = await readCurrent(products)
      if (version !== cachedVersion) return undefined
      const current = changed.size === 0 ? products : products.map((product) => changed.get(product.id) ?? product)
      return { found: entry.found as Found, products: current }
    },
    remember(key, versions, { found, products }) {
      const [version] = versions
      if (version === undefined || versions.some((other) => other !== version)) return
      update(version, products)
      remembered.set(key, { found, ids: products.map(({ id }) => id) })
    },
  }
}

/** For `CACHE=off`. */
export const noMemory: CatalogMemory = { recall: async () => undefined, remember: () => {} }
