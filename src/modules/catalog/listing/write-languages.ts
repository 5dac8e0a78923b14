import { languagesOf, selectMarkets } from '#src/modules/markets/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { enqueue, type Job, turnMs } from '#src/platform/jobs/index.ts'
import { rollupSweep } from '#src/platform/rollups/index.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  deleteOtherLanguages,
  foldLanguageWords,
  replaceLanguages,
  selectLanguages,
  setReady,
  writeNextTexts,
} from './language-queries.ts'

/** Cards of one transaction. */
const atOnce = 500

/**
 * Writes a shop's cards in the languages of its markets, and takes out those that it has no more. Triggers queue it
 * (languages.sql) when markets or the shop's own language change. Until a language is written its readers search in the
 * shop's own texts. A shop of 100,000 products takes many transactions and several turns.
 */
export const writeLanguages: Job<{ merchantId: string }, Dependencies> = {
  name: 'catalog.write_languages',
  costly: true,
  async run({ shop }, { merchantId }) {
    const db = shop(merchantId)
    const until = performance.now() + turnMs
    const again = (delayMs: number) =>
      enqueue(db, writeLanguages, { merchantId }, `${writeLanguages.name}:${merchantId}`, delayMs)
    const { markets, textLocale = 'en' } = await selectMarkets(db, merchantId)
    await inTransaction(db, (transaction) =>
      replaceLanguages(transaction, merchantId, languagesOf(markets, textLocale)),
    )
    while ((await deleteOtherLanguages(db, merchantId, atOnce)) > 0) if (performance.now() > until) return again(0)
    const missing = (await selectLanguages(db, merchantId)).filter(({ ready }) => !ready)
    for (const one of missing) {
      if (!one.is_settled) continue
      for (let behind = one.written_to; ; ) {
        const from = { ...one, written_to: behind }
        behind = await inTransaction(db, (transaction) => writeNextTexts(transaction, merchantId, from, atOnce))
        if (behind === null) break
        if (performance.now() > until) return again(0)
      }
      await setReady(db, merchantId, one.language)
    }
    if (missing.some(({ is_settled }) => !is_settled)) await again(1_000)
  },
}

/** Folds the number of cards with each word of a language. */
export const languageWords = rollupSweep({
  name: 'catalog.learn_language_words',
  changes: 'listing_word_changes',
  fold: async (transaction) => ({ folded: await foldLanguageWords(transaction) }),
})

export const learnLanguageWords = languageWords.run
