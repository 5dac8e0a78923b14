import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { lockNextCards } from './next-cards-queries.ts'

export interface WrittenLanguage {
  language: string
  ready: boolean
  /** Every transaction that did not know of the language has ended: nothing is missed by writing all cards. */
  is_settled: boolean
  /** The last card that is written; null: none. */
  written_to: string | null
}

/** Makes the languages of a shop those that are given. Those that are new are to be written. */
export async function replaceLanguages(
  transaction: Transaction,
  merchantId: string,
  languages: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      delete from listing_languages where merchant_id = ${merchantId} and language <> all (${[...languages]}::text[])
    )
    insert into listing_languages (merchant_id, language)
    select ${merchantId}, unnest(${[...languages]}::text[])
    on conflict do nothing`.execute(transaction)
}

export async function selectLanguages(db: Executor, merchantId: string): Promise<WrittenLanguage[]> {
  const { rows } = await sql<WrittenLanguage>`
    select language, ready, since < pg_snapshot_xmin(pg_current_snapshot()) as is_settled, written_to
      from listing_languages where merchant_id = ${merchantId} order by language`.execute(db)
  return rows
}

/** Deletes texts in languages that the shop does not have any more; returns how many. */
export async function deleteOtherLanguages(db: Executor, merchantId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from listing_texts where (merchant_id, language, card_id) in (
      select merchant_id, language, card_id from listing_texts
       where merchant_id = ${merchantId} and language > ''
         and language not in (select language from listing_languages where merchant_id = ${merchantId})
       limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Writes the next cards of a language. Returns the last card, null behind the last one. */
export async function writeNextTexts(
  transaction: Transaction,
  merchantId: string,
  { language, written_to: behind }: Pick<WrittenLanguage, 'language' | 'written_to'>,
  limit: number,
): Promise<string | null> {
  const ids = await lockNextCards(transaction, merchantId, behind, limit)
  const last = ids.at(-1)
  if (last === undefined) return null
  await sql`select write_language_texts(${ids}::uuid[], ${language})`.execute(transaction)
  await sql`
    update listing_languages set written_to = ${last}
     where merchant_id = ${merchantId} and language = ${language}`.execute(transaction)
  return last
}

/** From now on readers search in the language. */
export async function setReady(db: Executor, merchantId: string, language: string): Promise<void> {
  await sql`
    update listing_languages set ready = true where merchant_id = ${merchantId} and language = ${language}`.execute(db)
}

/** Adds the words that cards in languages gained and lost; returns the number of changes. */
export async function foldLanguageWords(db: Executor): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with change as (
      delete from listing_word_changes returning *
    ), summed as (
      select merchant_id, language, written, sum(amount)::int as amount from change
       group by 1, 2, 3 having sum(amount) <> 0
    ), learned as (
      insert into listing_words as known (merchant_id, language, written, word, stems, products)
      select merchant_id, language, written, fold_in(written, first_language(language)),
             stems_in(written, languages_of(language, merchant_id)), amount
        from summed
      on conflict (merchant_id, language, written) do update set products = known.products + excluded.products
    )
    select count(*)::int as folded from change`.execute(db)
  return rows[0]?.folded ?? 0
}
