import { LRUCache } from 'lru-cache'
import type { KnownWord } from './rules.ts'
import type { AnalyzedQuery } from './word-queries.ts'

/**
 * Words that this process knows, so that a search for words as the dictionary has them is one statement. They are valid
 * for one state of the dictionary (`mark`), which that statement reads too; until a word enters or leaves it, only
 * counts of products change, which weigh words. What the dictionary does not have is not kept.
 */
export interface KnownWords {
  /** What `analyzeWords` answered of these words; undefined unless all are known. */
  recall(q: string): AnalyzedQuery | undefined
  remember(analyzed: AnalyzedQuery): void
}

/** How old the counts of products may be. */
const ttl = 60_000

/** 300 bytes each, unless many longer words begin with it. */
const mostKnown = 20_000

/** Longer texts are always looked up. */
const mostWords = 8

export function createKnownWords(): KnownWords {
  const known = new LRUCache<string, { word: KnownWord; catalogSize: number }>({ max: mostKnown, ttl })
  let mark = ''
  return {
    recall(q) {
      const words: KnownWord[] = []
      let catalogSize = 0
      const typed = plainWords(q)
      for (const [index, text] of typed.entries()) {
        const next = typed[index + 1]
        const last = next === undefined
        const entry = known.get(text)
        if (entry === undefined || (!last && entry.word.longer === null)) return undefined
        words.push({ ...entry.word, last, joined: last ? null : (entry.word.longer?.[text + next] ?? null) })
        catalogSize = entry.catalogSize
      }
      return words.length === 0 ? undefined : { words, catalogSize, mark }
    },
    remember({ words, catalogSize, mark: read }) {
      if (read !== mark) known.clear()
      mark = read
      for (const word of words) if (word.listed) known.set(word.word, { word, catalogSize })
    },
  }
}

/** The words of a text that PostgreSQL's parser splits at its spaces and nowhere else; of any other text none. */
function plainWords(q: string): string[] {
  const words = q.trim().toLowerCase().split(/ +/)
  return words.length <= mostWords && words.every((word) => /^([a-z]+|[0-9]{1,9})$/.test(word)) ? words : []
}
