import type { Background } from '#src/platform/jobs/runner.ts'
import { rollupSweep } from '#src/platform/rollups/index.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from './dependencies.ts'
import { foldWords } from './dictionary-queries.ts'
import { deleteOldChanges } from './inverted-index/queries.ts'

/** How many products have each word. Products are found without it; it corrects misspelt words and weighs them. */
const words = rollupSweep({
  name: 'search.learn_words',
  of: 'marketplace',
  changes: 'search_word_changes',
  fold: async (transaction) => ({ folded: await foldWords(transaction) }),
})

export const learnWords = words.run

/** How long changes are kept for processes to read them; who comes later builds its index anew. */
const keepChangesSeconds = 900

/** Changes of products that every process has read, or will not ask for. */
const oldChanges: Sweep<object> = {
  name: 'search.forget_changes',
  of: 'shops',
  everyMs: () => 60_000,
  run: ({ db }) => deleteOldChanges(db, keepChangesSeconds),
}

export const searchBackground: Background<Dependencies> = { sweeps: [words, oldChanges] }
