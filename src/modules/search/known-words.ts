import { LRUCache } from 'lru-cache'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { KnownWord } from './rules.ts'
import { analyzeWords, estimateCatalogSize } from './word-queries.ts'

/**
 * What the dictionary has of the words of a text. Words that this process has looked up lately are known without a
 * statement: another word that enters or leaves the dictionary only weighs, completes and corrects them a little later.
 * What the dictionary does not have is not kept.
 */
export interface KnownWords {
  read(db: Executor, q: string): Promise<AnalyzedQuery>
}

/** The words of a search text as the dictionary knows them. */
export interface AnalyzedQuery {
  words: KnownWord[]
  /** Products, of any status. */
  catalogSize: number
}

/** 300 bytes each, unless many longer words begin with it. */
const mostKnown = 20_000

/** Longer texts are always looked up. */
const mostWords = 8

/** @param ttlMs how old an answer of the dictionary may be */
export function createKnownWords(ttlMs = 5_000): KnownWords {
  const known = new LRUCache<string, KnownWord>({ max: mostKnown, ttl: ttlMs })
  const sizes = new LRUCache<'products', number>({ max: 1, ttl: ttlMs })
  const recall = (q: string) => {
    const words: KnownWord[] = []
    const typed = plainWords(q)
    for (const [index, text] of typed.entries()) {
      const next = typed[index + 1]
      const last = next === undefined
      const word = known.get(text)
      if (word === undefined || (!last && word.longer === null)) return undefined
      words.push({ ...word, last, joined: last ? null : (word.longer?.[text + next] ?? null) })
    }
    return words.length === 0 ? undefined : words
  }
  const lookUp = async (db: Executor, q: string) => {
    const words = await analyzeWords(db, q)
    for (const word of words) if (word.listed) known.set(word.word, word)
    return words
  }
  const measure = async (db: Executor) => {
    const size = await estimateCatalogSize(db)
    sizes.set('products', size)
    return size
  }
  return {
    async read(db, q) {
      const words = recall(q) ?? (await lookUp(db, q))
      return { words, catalogSize: sizes.get('products') ?? (await measure(db)) }
    },
  }
}

/** The words of a text that PostgreSQL's parser splits at spaces and hyphens and nowhere else; of any other none. */
function plainWords(q: string): string[] {
  const words = q.trim().toLowerCase().split(/[ -]+/)
  return words.length <= mostWords && words.every((word) => /^([a-z]+|[0-9]{1,9})$/.test(word)) ? words : []
}
