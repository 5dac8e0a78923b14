import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type StampedCard, selectActiveCards } from './card-queries.ts'
import { presentCard, type SortValues, sortValuesOf } from './cards.ts'
import type { CardKey } from './key-queries.ts'

/** A card of a page: its JSON with a digest, and the cursor values after it. */
export interface ListedCard {
  merchantId: string
  json: string
  digest: string
  sortValues: SortValues
}

/**
 * A cache of cards as finished JSON, so that a page needs neither their columns nor their serialization. An entry is
 * valid for one `stamp`, which each change of the card renews. Stock, which changes more often, is in the key and
 * inserted last.
 */
export interface CardCache {
  /**
   * The cards of these keys in their order. Cache misses are read with at most one statement; cards no longer for sale
   * are omitted.
   */
  read(db: Executor, keys: readonly CardKey[]): Promise<ListedCard[]>
}

interface CachedCard {
  merchantId: string
  stamp: string
  /** The JSON before the value of `available`, and after it. */
  before: string
  behind: string
  /** Digest of both. */
  digest: string
  sortValues: SortValues
}

/**
 * Size of the cache in characters of JSON: one byte each, or two in a product with non-Latin letters. Most cards have
 * about 500.
 */
const maxCharacters = 24_000_000

export function createCardCache(): CardCache {
  const cards = new LRUCache<string, CachedCard>({
    maxSize: maxCharacters,
    sizeCalculation: ({ before, behind }) => before.length + behind.length,
  })
  let reads = 0
  /** Recording each use took twice as long as a look-up: every tenth shows equally well which cards are in use. */
  const recall = (id: string) => (reads++ % 10 === 0 ? cards.get(id) : cards.peek(id))
  return {
    async read(db, keys) {
      // Hot path: an iterator of pairs would allocate three objects per product.
      const found: (CachedCard | undefined)[] = []
      for (const key of keys) {
        const card = recall(nameOf(key))
        found.push(card?.stamp === key.stamp ? card : undefined)
      }
      if (found.includes(undefined)) {
        const unknown = keys.filter((_, index) => found[index] === undefined)
        const rows = await selectActiveCards(db, unknown)
        const fresh = new Map(rows.map((row) => [nameOfRow(row), cachedCard(row)]))
        for (const [name, card] of fresh) cards.set(name, card)
        for (const [index, key] of keys.entries()) found[index] ??= fresh.get(nameOf(key))
      }
      const listed: ListedCard[] = []
      let index = 0
      for (const { available } of keys) {
        const card = found[index++]
        if (card === undefined) continue
        const { merchantId, before, behind, digest, sortValues } = card
        listed.push({ merchantId, json: before + available + behind, digest: `${digest}${available}`, sortValues })
      }
      return listed
    },
  }
}

/** The position of `available` in the JSON. Quotes within values are escaped, so this text occurs only once. */
const place = '"available":'

/** A group has one entry per variant that may be shown on its card. */
function nameOf({ id, shownId }: CardKey): string {
  return shownId === undefined ? id : id + shownId
}

function nameOfRow({ card_id, id, group }: StampedCard): string {
  return group === null ? card_id : card_id + id
}

function cachedCard(row: StampedCard): CachedCard {
  const json = JSON.stringify(presentCard({ ...row, available: 0 }))
  const end = json.indexOf(place) + place.length
  return {
    merchantId: row.merchant_id,
    stamp: row.stamp,
    before: json.slice(0, end),
    behind: json.slice(end + 1),
    digest: hash('sha256', json, 'base64url').slice(0, 22),
    sortValues: sortValuesOf(row),
  }
}
