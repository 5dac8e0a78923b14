import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type CardKey, type StampedCard, selectActiveCards } from './card-queries.ts'
import { presentCard, type SortValues, sortValuesOf } from './cards.ts'

/** A card of a page: its JSON with a digest, and what a cursor behind it holds. */
export interface ListedCard {
  json: string
  digest: string
  sortValues: SortValues
}

/**
 * Cards as finished JSON, so that a page costs neither their columns nor their serialization. A card is known for one
 * `stamp`, which each change of it renews; stock, which changes more often, is in the key and put in last.
 */
export interface KnownCards {
  /**
   * The cards of these keys in their order. Those not known are read, with at most one statement; one that is no longer
   * for sale by then is left out.
   */
  read(db: Executor, keys: readonly CardKey[]): Promise<ListedCard[]>
}

interface KnownCard {
  stamp: string
  /** The JSON before the number of `available`, and behind it. */
  before: string
  behind: string
  /** Of both. */
  digest: string
  sortValues: SortValues
}

/** Characters of JSON, a byte each, or two in a product with other than Latin letters. Most have about 500. */
const mostCharacters = 24_000_000

export function createKnownCards(): KnownCards {
  const known = new LRUCache<string, KnownCard>({
    maxSize: mostCharacters,
    sizeCalculation: ({ before, behind }) => before.length + behind.length,
  })
  let reads = 0
  /** Noting each use of each product took twice as long as finding it: every tenth tells as well which are wanted. */
  const recall = (id: string) => (reads++ % 10 === 0 ? known.get(id) : known.peek(id))
  return {
    async read(db, keys) {
      // Every page comes here: an iterator of pairs would be three objects for each product.
      const found: (KnownCard | undefined)[] = []
      for (const key of keys) {
        const card = recall(nameOf(key))
        found.push(card?.stamp === key.stamp ? card : undefined)
      }
      if (found.includes(undefined)) {
        const unknown = keys.filter((_, index) => found[index] === undefined)
        const rows = await selectActiveCards(db, unknown)
        const fresh = new Map(rows.map((row) => [nameOfRow(row), knownFrom(row)]))
        for (const [name, card] of fresh) known.set(name, card)
        for (const [index, key] of keys.entries()) found[index] ??= fresh.get(nameOf(key))
      }
      const listed: ListedCard[] = []
      let index = 0
      for (const { available } of keys) {
        const card = found[index++]
        if (card === undefined) continue
        const { before, behind, digest, sortValues } = card
        listed.push({ json: before + available + behind, digest: `${digest}${available}`, sortValues })
      }
      return listed
    },
  }
}

/** Where `available` stands in the JSON. Quotes within values are escaped, so this is found nowhere else. */
const place = '"available":'

/** A group is one card with each variant that may be shown on it. */
function nameOf({ id, shownId }: CardKey): string {
  return shownId === undefined ? id : id + shownId
}

function nameOfRow({ card_id, id, group }: StampedCard): string {
  return group === null ? card_id : card_id + id
}

function knownFrom(row: StampedCard): KnownCard {
  const json = JSON.stringify(presentCard({ ...row, available: 0 }))
  const end = json.indexOf(place) + place.length
  return {
    stamp: row.stamp,
    before: json.slice(0, end),
    behind: json.slice(end + 1),
    digest: hash('sha256', json, 'base64url').slice(0, 22),
    sortValues: sortValuesOf(row),
  }
}
