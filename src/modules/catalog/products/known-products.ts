import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/platform/db/transaction.ts'
import { presentProduct } from './field-values.ts'
import { type ProductKey, type ProductRow, type StampedProduct, selectActiveProducts } from './queries.ts'

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

export function createKnownProducts(): KnownProducts {
  const known = new LRUCache<string, KnownProduct>({
    maxSize: mostCharacters,
    sizeCalculation: ({ before, behind }) => before.length + behind.length,
  })
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
        const rows = await selectActiveProducts(db, unknown)
        const fresh = new Map(rows.map((row) => [row.id, knownFrom(row)]))
        for (const [id, product] of fresh) known.set(id, product)
        for (const [index, { id }] of keys.entries()) found[index] ??= fresh.get(id)
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
  }
}

/** Where `available` stands in the JSON: before all keys that a shop chooses, and quotes within values are escaped. */
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
