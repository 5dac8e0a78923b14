import type { Background } from '#src/platform/jobs/index.ts'
import type { Dependencies } from './dependencies.ts'
import { foldChanges, splitCount, tidyChanges } from './listing/count-queries.ts'

/** A fold of this many rows is followed by a vacuum. */
const tidyFrom = 2_000

/** Folds changes into the counts. Totals are exact without it; it keeps them fast to read. */
export async function foldCounts({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  const folded = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const result = await foldChanges(transaction)
      for (const range of result.wide) await splitCount(transaction, range)
      return result.folded
    })
  if (folded >= tidyFrom) await tidyChanges(db)
}

export const catalogBackground: Background<Dependencies> = {
  sweeps: [{ name: 'catalog.fold_counts', everyMs: () => 1_000, run: foldCounts }],
}
