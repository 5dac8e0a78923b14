import type { Background } from '#src/platform/jobs/index.ts'
import type { Dependencies } from './dependencies.ts'
import { foldCatalogChanges, foldWords, tidyWordChanges } from './dictionary-queries.ts'

/** A fold of this many rows is followed by a vacuum. */
const tidyFrom = 2_000

/** Folds changes into the dictionary, which serves to correct and to weigh words; matching does not need it. */
export async function learnWords({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  await foldCatalogChanges(db)
  if ((await foldWords(db)) >= tidyFrom) await tidyWordChanges(db)
}

export const searchBackground: Background<Dependencies> = {
  sweeps: [{ name: 'search.learn_words', everyMs: () => 1_000, run: learnWords }],
}
