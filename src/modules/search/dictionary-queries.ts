import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Folds the word changes of products into the dictionary; returns how many there were. */
export async function foldWords(db: Executor): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with change as (
      delete from search_word_changes returning *
    ), learned as (
      insert into search_words as known (word, lexeme, products)
      select word, coalesce((ts_lexize('product_stem', word))[1], word), sum(amount) from change
       group by word having sum(amount) <> 0
      on conflict (word) do update set products = known.products + excluded.products
    ), recorded as (
      insert into catalog_changes select from change limit 1
    )
    select count(*) as folded from change`.execute(db)
  return rows[0]?.folded ?? 0
}

/** Folds the rows of `catalog_changes` into one; their sum, the catalog version, stays. */
export async function foldCatalogChanges(db: Executor): Promise<void> {
  await sql`
    with change as (
      delete from catalog_changes where (select count(*) from catalog_changes) > 1 returning amount
    )
    insert into catalog_changes select sum(amount) from change having count(*) > 0`.execute(db)
}

/** Frees the space of folded changes. Not in a transaction. */
export async function tidyWordChanges(db: Executor): Promise<void> {
  await sql`vacuum search_word_changes`.execute(db)
}
