import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/platform/db/transaction.ts'
import { foldText } from '#src/platform/lib/folding.ts'
import { selectCategoryNames } from './category-queries.ts'

/** Names of the categories that have active products, of a merchant or of all; of their first thousand. */
export interface CategoryCache {
  read(db: Executor, merchantId: string | undefined): Promise<readonly CachedCategory[]>
}

export interface CachedCategory {
  name: string
  /** Words of the name, folded as those of a search are. */
  words: readonly string[]
}

/** Size of the cache in letters of names. */
const maxLetters = 2_000_000

/** @param ttlMs maximum age of what is cached: a new category is suggested so much later */
export function createCategoryCache(ttlMs = 30_000): CategoryCache {
  const cache = new LRUCache<string, readonly CachedCategory[]>({
    maxSize: maxLetters,
    ttl: ttlMs,
    sizeCalculation: (categories) => categories.reduce((letters, { name }) => letters + name.length, 1),
  })
  return {
    async read(db, merchantId) {
      const key = merchantId ?? ''
      const found = cache.get(key)
      if (found !== undefined) return found
      const categories = (await selectCategoryNames(db, merchantId)).map((name) => ({ name, words: wordsOf(name) }))
      cache.set(key, categories)
      return categories
    },
  }
}

/** Letters and digits between anything else, folded. */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
