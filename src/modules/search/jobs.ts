import type { Background } from '#src/platform/jobs/runner.ts'
import { rollupSweep } from '#src/platform/rollups/index.ts'
import type { Dependencies } from './dependencies.ts'
import { foldWords } from './dictionary-queries.ts'

/** Folds the number of products with each word. It serves only to correct misspelt words and to weigh words. */
const words = rollupSweep({
  name: 'search.learn_words',
  changes: 'search_word_changes',
  fold: async (transaction) => ({ folded: await foldWords(transaction) }),
})

export const learnWords = words.run

export const searchBackground: Background<Dependencies> = { sweeps: [words] }
