import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/platform/db/transaction.ts'
import { gatherReads } from '#src/platform/lib/gathered-reads.ts'
import {
  newestAtOnce,
  type ProductKey,
  type ProductRow,
  type StampedProduct,
  selectActiveProducts,
  selectNewestProducts,
} from './queries.ts'
import { presentProduct } from './schemas.ts'

/** A product of a page: its JSON with a digest, and what a cursor behind it holds. */
export interface ListedProduct {
  json: string
  digest: string
  sortValues: SortValues
}

export type SortValues = Pick<ProductRow, 'id' | 'created_at' | 'price_common' | 'name_key'>

/**
 * Products as finished JSON, so that a page costs neither their columns nor their serialization. A product is known
 * for one `stamp`, which each change of it renews; stock, which changes more often, is in the key and put in last.
 */
export interface KnownProducts {
  /**
   * The products of these keys in their order. Those not known are read, with at most one statement; one that is no
   * longer for sale by then is left out.
   */
  read(db: Executor, keys: readonly ProductKey[]): Promise<ListedProduct[]>
  /** Reads the newest products, as many as there is room for, so that the first pages of a process find them known. */
  warm(db: Executor, signal: AbortSignal): Promise<void>
}

interface KnownProduct {
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

/** What is filled when a process starts, and left for what it is asked for. */
const warmShare = 0.8

export function createKnownProducts(): KnownProducts {
  const known = new LRUCache<string, KnownProduct>({
    maxSize: mostCharacters,
    sizeCalculation: ({ before, behind }) => before.length + behind.length,
  })
  const gathered = new WeakMap<Executor, (keys: readonly ProductKey[]) => Promise<Map<string, KnownProduct>>>()
  /** Products that several requests lack are read by one statement. */
  const gatherFor = (db: Executor) => {
    const gather = gatherReads(
      async (questions: readonly (readonly ProductKey[])[]) => {
        const rows = await selectActiveProducts(db, questions.flat())
        return new Map(rows.map((row) => [row.id, knownFrom(row)]))
      },
      { atOnce: 2, most: 16 },
    )
    gathered.set(db, gather)
    return gather
  }
  let reads = 0
  /** Noting each use of each product took twice as long as finding it: every tenth tells as well which are wanted. */
  const recall = (id: string) => (reads++ % 10 === 0 ? known.get(id) : known.peek(id))
  return {
    async read(db, keys) {
      // Every page comes here: an iterator of pairs would be three objects for each product.
      const found: (KnownProduct | undefined)[] = []
      for (const { id, stamp } of keys) {
        const product = recall(id)
        found.push(product?.stamp === stamp ? product : undefined)
      }
      if (found.includes(undefined)) {
        const unknown = keys.filter((_, index) => found[index] === undefined)
        const fresh = await (gathered.get(db) ?? gatherFor(db))(unknown)
        for (const [index, { id }] of keys.entries()) {
          if (found[index] !== undefined) continue
          const product = fresh.get(id)
          found[index] = product
          if (product !== undefined) known.set(id, product)
        }
      }
      const listed: ListedProduct[] = []
      let index = 0
      for (const { available } of keys) {
        const product = found[index++]
        if (product === undefined) continue
        const { before, behind, digest, sortValues } = product
        listed.push({ json: before + available + behind, digest: `${digest}${available}`, sortValues })
      }
      return listed
    },
    async warm(db, signal) {
      let last: StampedProduct | undefined
      while (!signal.aborted && known.calculatedSize < warmShare * mostCharacters) {
        const rows = await selectNewestProducts(db, last)
        for (const row of rows) known.set(row.id, knownFrom(row))
        last = rows.at(-1)
        if (rows.length < newestAtOnce) return
      }
    },
  }
}

/** Where `available` stands in the JSON. Quotes within values are escaped, so this is found nowhere else. */
const place = '"available":'

function knownFrom(row: StampedProduct): KnownProduct {
  const json = JSON.stringify(presentProduct({ ...row, available: 0 }))
  const end = json.indexOf(place) + place.length
  const { id, created_at, price_common, name_key } = row
  return {
    stamp: row.stamp,
    before: json.slice(0, end),
    behind: json.slice(end + 1),
    digest: hash('sha256', json, 'base64url').slice(0, 22),
    sortValues: { id, created_at, price_common, name_key },
  }
}
