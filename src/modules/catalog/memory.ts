import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/db/transaction.ts'
import type { Page } from '#src/http/pagination.ts'
import type { ShownProduct } from './listing-queries.ts'
import { readRemembered } from './memory-queries.ts'

/**
 * What lists and searches found lately, each with the state of the catalog it was found in; it is told again only to who
 * sees that very state. The matches are remembered, not the products: a page shows those as they are.
 */
export interface CatalogMemory {
  /** What was found, unless the catalog has been seen in another state since: states do not come back. */
  recall<Found>(key: string): Remembered<Found> | undefined
  /** The catalog was seen in this state just now. */
  saw(state: string): void
  remember<Found>(key: string, remembered: Remembered<Found>): void
}

export interface Remembered<Found> {
  state: string
  found: Found
}

/** Characters of JSON of everything remembered; a page of 20 takes 1,200, all facets of a search up to 20,000 more. */
const mostCharacters = 8_000_000

export function createCatalogMemory(): CatalogMemory {
  const remembered = new LRUCache<string, { state: string; json: string }>({
    maxSize: mostCharacters,
    sizeCalculation: ({ json }, key) => key.length + json.length,
  })
  let lastSeen: string | undefined
  return {
    recall(key) {
      const known = remembered.get(key)
      if (known === undefined || known.state !== lastSeen) return undefined
      return { state: known.state, found: JSON.parse(known.json) }
    },
    saw(state) {
      lastSeen = state
    },
    remember(key, { state, found }) {
      lastSeen = state
      remembered.set(key, { state, json: JSON.stringify(found) })
    },
  }
}

/** For `CACHE=off`: everything is found anew. */
export const noMemory: CatalogMemory = { recall: () => undefined, saw: () => {}, remember: () => {} }

export interface CatalogContext {
  db: Executor
  catalogMemory: CatalogMemory
}

/** What is remembered of a page: everything but its products, of which the ids; and what else was found with it. */
interface RememberedPage<More> extends Omit<Page<ShownProduct>, 'items'> {
  ids: string[]
  more: More
}

/** A page found before, with its products as they are now, if the catalog is in the state it was found in. One statement. */
export async function recallPage<More>(
  { db, catalogMemory }: CatalogContext,
  key: string,
): Promise<{ page: Page<ShownProduct>; more: More } | undefined> {
  const known = catalogMemory.recall<RememberedPage<More>>(key)
  if (known === undefined) return undefined
  const { ids, more, ...page } = known.found
  const { state, rows } = await readRemembered(db, ids)
  catalogMemory.saw(state)
  return state === known.state ? { page: { ...page, items: rows }, more } : undefined
}

/** Remembers a page if everything that led to it was found in one state. */
export function rememberPage<More>(
  { catalogMemory }: CatalogContext,
  key: string,
  states: readonly string[],
  { items, ...page }: Page<ShownProduct>,
  more: More,
): void {
  const [state] = states
  if (state === undefined || states.some((other) => other !== state)) return
  const found: RememberedPage<More> = { ...page, ids: items.map(({ id }) => id), more }
  catalogMemory.remember(key, { state, found })
}
