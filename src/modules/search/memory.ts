import { LRUCache } from 'lru-cache'

/**
 * What searches found lately, each with the state it was found in; it is told again only to who sees that very state. The
 * matches are remembered, not the products: a page shows those as they are.
 */
export interface SearchMemory {
  recall<Found>(key: string): Remembered<Found> | undefined
  remember<Found>(key: string, remembered: Remembered<Found>): void
}

export interface Remembered<Found> {
  state: string
  found: Found
}

/** Characters of JSON of everything remembered; a page of 20 takes 1,200, all facets up to 20,000 more. */
const mostCharacters = 8_000_000

export function createSearchMemory(): SearchMemory {
  const remembered = new LRUCache<string, { state: string; json: string }>({
    maxSize: mostCharacters,
    sizeCalculation: ({ json }, key) => key.length + json.length,
  })
  return {
    recall(key) {
      const known = remembered.get(key)
      return known && { state: known.state, found: JSON.parse(known.json) }
    },
    remember(key, { state, found }) {
      remembered.set(key, { state, json: JSON.stringify(found) })
    },
  }
}

/** For `CACHE=off`: every search is made anew. */
export const noMemory: SearchMemory = { recall: () => undefined, remember: () => {} }
