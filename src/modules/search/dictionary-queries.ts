import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Adds the words that products gained and lost to the dictionary; returns the number of changes. */
export async function foldWords(db: Executor): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with change as (
      delete from search_word_changes returning *
    ), learned as (
      insert into search_words as known (word, lexeme, products)
      select word, coalesce((ts_lexize('product_stem', word))[1], word), sum(amount) from change
       group by word having sum(amount) <> 0
      on conflict (word) do update set products = known.products + excluded.products
    )
    select count(*) as folded from change`.execute(db)
  return rows[0]?.folded ?? 0
}
