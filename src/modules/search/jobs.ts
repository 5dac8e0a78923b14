import type { Background } from '#src/platform/jobs/index.ts'
import type { Dependencies } from './dependencies.ts'
import { foldCatalogChanges, foldWords, tidyWordChanges } from './dictionary-queries.ts'

const tidyFrom = 2_000

/** Brings the dictionary up to date. Products are found without it; it corrects misspelt words and weighs them. */
export async function learnWords({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  await foldCatalogChanges(db)
  if ((await foldWords(db)) >= tidyFrom) await tidyWordChanges(db)
}

export const searchBackground: Background<Dependencies> = {
  sweeps: [{ name: 'search.learn_words', everyMs: () => 1_000, run: learnWords }],
}
