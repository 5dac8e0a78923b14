import { LRUCache } from 'lru-cache'
import type { KnownWord } from './rules.ts'
import type { AnalyzedQuery } from './word-queries.ts'

/**
 * Words of the dictionary for a few seconds, so that a search for words known as they are typed is one statement.
 * Every word is also a condition as it is typed, so products are found whatever the dictionary says of it; what may be
 * outdated is its weight, and whether it also begins longer words or is part of a compound. Unknown words are not kept.
 */
export interface KnownWords {
  /** What `analyzeWords` answered of these words; undefined unless all are known. */
  recall(q: string): AnalyzedQuery | undefined
  remember(analyzed: AnalyzedQuery): void
}

/** As long as it may take until the dictionary has the words of a change, in a busy shop. */
const ttl = 5_000
const most = 20_000

/** How many words a text may have to be looked up: the number that a search uses. */
const mostWords = 8

export function createKnownWords(): KnownWords {
  const words = new LRUCache<string, { word: KnownWord; catalogSize: number }>({ max: most, ttl })
  const compounds = new LRUCache<string, { lexeme: string | null }>({ max: most, ttl })
  const wordKey = (word: string, last: boolean) => (last ? `${word} ` : word)
  const pairKey = (word: string, next: string) => `${word} ${next}`
  return {
    recall(q) {
      const typed = plainWords(q)
      const found: KnownWord[] = []
      let size = 0
      for (const [index, text] of typed.entries()) {
        const next = typed[index + 1]
        const entry = words.get(wordKey(text, next === undefined))
        const compound = next === undefined ? { lexeme: null } : compounds.get(pairKey(text, next))
        if (entry === undefined || compound === undefined) return undefined
        found.push({ ...entry.word, joined: compound.lexeme })
        size = entry.catalogSize
      }
      return found.length === 0 ? undefined : { words: found, catalogSize: size }
    },
    remember({ words: analyzed, catalogSize }) {
      for (const [index, word] of analyzed.entries()) {
        const next = analyzed[index + 1]
        if (word.listed) words.set(wordKey(word.word, word.last), { word, catalogSize })
        if (next !== undefined) compounds.set(pairKey(word.word, next.word), { lexeme: word.joined })
      }
    },
  }
}

/** The words of a text that PostgreSQL's parser splits at its spaces and nowhere else; of any other text none. */
function plainWords(q: string): string[] {
  const words = q.trim().toLowerCase().split(/ +/)
  return words.length <= mostWords && words.every((word) => /^([a-z]+|[0-9]{1,9})$/.test(word)) ? words : []
}
