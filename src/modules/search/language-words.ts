import { LRUCache } from 'lru-cache'
import {
  type AnalyzedWord,
  analyzeInLanguage,
  countInLanguage,
  type SearchedLanguage,
} from '#src/modules/catalog/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { CatalogWord } from './rules.ts'
import { areForms, writesCompounds } from './word-endings.ts'

/** Forms of a word that are looked for, and compounds; the most frequent of more. */
const [maxForms, maxCompounds] = [30, 30]

/** Looks up the words of a text in a language of a shop, with a cache of recent texts. */
export interface LanguageWords {
  read(db: Executor, scope: SearchedLanguage, q: string): Promise<{ words: CatalogWord[]; catalogSize: number }>
}

/** @param ttlMs maximum age of a cached entry */
export function createLanguageWords(ttlMs = 5_000): LanguageWords {
  const texts = new LRUCache<string, CatalogWord[]>({ max: 2_000, ttl: ttlMs })
  const sizes = new LRUCache<string, { cards: number }>({ max: 2_000, ttl: 12 * ttlMs })
  return {
    async read(db, scope, q) {
      const spoken = first(scope.language)
      const shop = `${scope.merchantId} ${scope.language}`
      const key = `${shop} ${q.trim()}`
      let words = texts.get(key)
      if (words === undefined) {
        const analyzed = await analyzeInLanguage(db, scope, q, writesCompounds(spoken))
        words = analyzed.map((word) => catalogWord(word, spoken))
        // A word that is not known may be one of a product that was made a moment ago.
        if (words.every(({ products }) => products > 0)) texts.set(key, words)
      }
      let size = sizes.get(shop)
      if (size === undefined) {
        size = { cards: await countInLanguage(db, scope) }
        sizes.set(shop, size)
      }
      return { words, catalogSize: size.cards }
    },
  }
}

/** `de` of `de-AT de fr`. */
function first(language: string): string {
  return language.replace(/[^A-Za-z].*/, '').toLowerCase()
}

/** A word with its forms among those of the shop: of its stem, or with other endings of the language. */
export function catalogWord(typed: AnalyzedWord, language: string): CatalogWord {
  const { word, last, is_pair: isPair, related, near, split, joined } = typed
  const forms = [...related, ...near.filter((other) => areForms(word, other.word, language))]
  const counts = new Map(forms.map((form) => [form.written, form]))
  const byFrequency = [...counts.values()].sort((one, other) => other.products - one.products)
  const names = [...new Set(byFrequency.map((form) => form.word))].filter((name) => name !== word)
  const compounds = [...new Set(typed.compounds.map((compound) => compound.word))]
    .filter((name) => name !== word && !names.includes(name))
    .slice(0, maxCompounds)
  const isKnown = byFrequency.length + compounds.length > 0
  const isOnlyPart = byFrequency.length === 0
  return {
    word,
    lexeme: word,
    forms: names.slice(0, maxForms),
    last,
    products: (isOnlyPart ? typed.compounds : byFrequency).reduce((sum, { products }) => sum + products, typed.fresh),
    listed: byFrequency.some((form) => form.word === word),
    prefix_products: typed.prefix_products,
    candidates: isKnown
      ? []
      : typed.candidates.map(({ written, ...known }) => ({ ...known, lexeme: known.word, written })),
    split: isPair ? null : split,
    joined,
    longer: null,
    compounds,
    isPair,
  }
}
