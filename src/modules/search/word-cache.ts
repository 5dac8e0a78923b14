import { LRUCache } from 'lru-cache'
import type { ProductFilter } from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { createLanguageWords } from './language-words.ts'
import type { CatalogWord } from './rules.ts'
import { analyzeWords, estimateCatalogSize } from './word-queries.ts'

/**
 * Looks up the words of a text in the dictionary, with a cache of recent look-ups. A stale entry only delays a changed
 * weight, completion or correction. Words that the dictionary lacks are not cached.
 */
export interface WordCache {
  read(db: Executor, q: string, scope?: WordScope): Promise<AnalyzedQuery>
}

/** The words of all texts, or of a shop in a language. */
export type WordScope = Pick<ProductFilter, 'merchantId' | 'language'>

/** The words of a search text with their dictionary entries. */
interface AnalyzedQuery {
  words: CatalogWord[]
  /** Number of products, of any status. */
  catalogSize: number
}

/** Size of the cache, about 300 bytes per word, more for a prefix of many words. */
const maxCached = 20_000

/** Longer texts are never cached. */
const maxWords = 8

/** @param ttlMs maximum age of a cached entry */
export function createWordCache(ttlMs = 5_000): WordCache {
  const cache = new LRUCache<string, CatalogWord>({ max: maxCached, ttl: ttlMs })
  const sizes = new LRUCache<'products', number>({ max: 1, ttl: ttlMs })
  const inLanguages = createLanguageWords(ttlMs)
  const recall = (q: string) => {
    const words: CatalogWord[] = []
    const typed = plainWords(q)
    for (const [index, text] of typed.entries()) {
      const next = typed[index + 1]
      const last = next === undefined
      const word = cache.get(text)
      if (word === undefined || (!last && word.longer === null)) return undefined
      words.push({ ...word, last, joined: last ? null : (word.longer?.[text + next] ?? null) })
    }
    return words.length === 0 ? undefined : words
  }
  const lookUp = async (db: Executor, q: string) => {
    const words = await analyzeWords(db, q)
    for (const word of words) if (word.listed) cache.set(word.word, word)
    return words
  }
  const measure = async (db: Executor) => {
    const size = await estimateCatalogSize(db)
    sizes.set('products', size)
    return size
  }
  return {
    async read(db, q, { merchantId, language } = {}) {
      if (language !== undefined && merchantId !== undefined) return inLanguages.read(db, { merchantId, language }, q)
      const words = recall(q) ?? (await lookUp(db, q))
      return { words, catalogSize: sizes.get('products') ?? (await measure(db)) }
    },
  }
}

/** The words of a text that PostgreSQL's parser splits only at spaces and hyphens; none for other texts. */
function plainWords(q: string): string[] {
  const words = q.trim().toLowerCase().split(/[ -]+/)
  return words.length <= maxWords && words.every((word) => /^([a-z]+|[0-9]{1,9})$/.test(word)) ? words : []
}
