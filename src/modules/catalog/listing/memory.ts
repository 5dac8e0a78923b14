import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/platform/db/transaction.ts'
import { gatherReads } from '#src/platform/lib/gathered-reads.ts'
import type { PresentedProduct } from '../products/schemas.ts'
import { readChanged } from './memory-queries.ts'

/**
 * What lists and searches found lately, and the products they showed. It is told again only while the catalog is in the
 * very state it was found in; of how much can be bought, which is no part of that state, each answer asks anew.
 */
export interface CatalogMemory {
  recall<Found extends object>(key: string): Promise<Remembered<Found> | undefined>
  /** @param states what everything that led to it was found in: it is remembered if they are one */
  remember<Found extends object>(key: string, states: readonly string[], remembered: Remembered<Found>): void
}

export interface Remembered<Found> {
  found: Found
  /** As they are at the moment they are told. */
  products: PresentedProduct[]
}

export interface CatalogContext {
  db: Executor
  catalogMemory: CatalogMemory
}

/** Characters of JSON: a page of 20 takes 1,000 without its products, all facets of a search up to 20,000 more. */
const mostCharacters = { found: 8_000_000, products: 16_000_000 }

/** Looks at the state of the catalog: two at once, each for up to so many answers. */
const looks = { atOnce: 2, most: 16 }

/** Remembers for one process. An answer takes a share of one statement, which reads no more than is not known. */
export function createCatalogMemory(db: Executor): CatalogMemory {
  const remembered = new LRUCache<string, { found: object; ids: readonly string[] }>({
    maxSize: mostCharacters.found,
    sizeCalculation: (value, key) => key.length + JSON.stringify(value).length,
  })
  const known = new LRUCache<string, PresentedProduct>({
    maxSize: mostCharacters.products,
    sizeCalculation: ({ name, description }) => 600 + name.length + (description?.length ?? 0),
  })
  let lastSeen = ''
  /** States do not come back: what was found in another is of no use any more. */
  const saw = (state: string, products: Iterable<PresentedProduct>) => {
    if (state !== lastSeen) {
      remembered.clear()
      known.clear()
    }
    lastSeen = state
    for (const product of products) known.set(product.id, product)
  }
  const look = gatherReads(async (pages: readonly PresentedProduct[][]) => {
    const { state, changed } = await readChanged(db, [...new Set(pages.flat())])
    saw(state, changed.values())
    return { state, changed }
  }, looks)

  return {
    async recall<Found extends object>(key: string) {
      const entry = remembered.get(key)
      if (entry === undefined) return undefined
      const products = entry.ids.flatMap((id) => known.get(id) ?? [])
      if (products.length < entry.ids.length) return undefined
      const foundIn = lastSeen
      const { state, changed } = await look(products)
      if (state !== foundIn) return undefined
      const asTheyAre = changed.size === 0 ? products : products.map((product) => changed.get(product.id) ?? product)
      return { found: entry.found as Found, products: asTheyAre }
    },
    remember(key, states, { found, products }) {
      const [state] = states
      if (state === undefined || states.some((other) => other !== state)) return
      saw(state, products)
      remembered.set(key, { found, ids: products.map(({ id }) => id) })
    },
  }
}

/** For `CACHE=off`: everything is found anew. */
export const noMemory: CatalogMemory = { recall: async () => undefined, remember: () => {} }
