import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** A shop, and the language in which it is searched. */
export interface SearchedLanguage {
  merchantId: string
  language: string
}

/** A word of the shop's texts in a language. */
export interface KnownWord {
  written: string
  word: string
  products: number
}

/** A word of the search text with the words of the shop that may belong to it. */
export interface AnalyzedWord {
  written: string
  word: string
  last: boolean
  /** It is one or two letters of a script without blanks. */
  is_pair: boolean
  /** Cards that have gained it in the last second. */
  fresh: number
  /** Words of the same stem. */
  related: KnownWord[]
  /** Words that begin as it does, or that it begins with. */
  near: KnownWord[]
  /** Words that begin or end with it. */
  compounds: KnownWord[]
  prefix_products: number
  /** Forms of the two words that it consists of. */
  split: [string[], string[]] | null
  joined: string | null
  /** Words that it may be a slip of; only if no word has its stem. */
  candidates: KnownWord[]
}

const least = { part: 3, ending: 4, slip: 3, begins: 3 }

/** Words are cut as those of documents are; of a run of a script without blanks only the pairs. */
export async function analyzeInLanguage(
  db: Executor,
  { merchantId, language }: SearchedLanguage,
  q: string,
  compounds: boolean,
): Promise<AnalyzedWord[]> {
  const ofShop = sql`merchant_id = ${merchantId} and language = ${language} and products > 0`
  const known = sql`json_build_object('written', written, 'word', word, 'products', products)`
  const listed = (source: RawBuilder<unknown>) => sql`(select coalesce(json_agg(${known}), '[]') from (${source}) one)`
  const range = (column: RawBuilder<unknown>, beginning: RawBuilder<unknown>) =>
    sql`${column} >= ${beginning} and ${column} < ${beginning} || chr(1114111)`
  // A part of a compound is a word of its own, or part of another compound: `schild` of `küchenschild`.
  const formsOf = (part: RawBuilder<unknown>, inCompound: (stem: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
    select coalesce(its.words, others.words) as words, coalesce(its.products, others.products) as products
      from (select stems_in(${part}, typed.languages) as stems offset 0) one
     cross join lateral (
       select array_agg(distinct word) as words, max(products) as products
         from (select word, products from listing_words where ${ofShop} and stems && one.stems limit 20) forms) its
     cross join lateral (
       select array_agg(distinct word) as words, max(products) as products
         from (select word, products from listing_words
                where its.words is null and ${compounds} and length(one.stems[1]) >= ${sql.lit(least.ending)}
                  and ${ofShop} and ${inCompound(sql`one.stems[1]`)} limit 20) forms) others`
  const beginning = sql`left(typed.word, greatest(${sql.lit(least.begins)}, length(typed.word) - 3))`
  const endsWith = (stem: RawBuilder<unknown>) => range(sql`reverse(stems[1]) collate "C"`, sql`reverse(${stem})`)
  const beginsWith = (stem: RawBuilder<unknown>) => range(sql`word`, stem)
  const { rows } = await sql<AnalyzedWord>`
    with its as (
      select first_language(${language}) as spoken, languages_of(${language}, ${merchantId}) as languages
    ), gram as (
      select word as written, place, lag(word) over (order by place) as former,
             word ~ '^[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17D3\u3005-\uFAFF]' as is_pair
        from its, unnest(written_words(${q}, spoken)) with ordinality one (word, place)
    ), typed as (
      select gram.*, fold_in(written, spoken) as word, languages, stems_in(written, languages) as stems,
             lead(written) over (order by place) as next, lead(written) over (order by place) is null as last
        from gram, its
       where not is_pair or length(written) = 2 or right(former, 1) is distinct from written or length(former) <> 2
       order by place limit 12
    )
    select written, word, last, is_pair,
           (select coalesce(sum(amount), 0)::int from listing_word_changes change
             where change.merchant_id = ${merchantId} and change.language = ${language}
               and change.written = typed.written) as fresh,
           ${listed(sql`select * from listing_words where ${ofShop} and stems && typed.stems limit 50`)} as related,
           case when is_pair then '[]' else ${listed(sql`
             (select * from listing_words
               where ${ofShop} and ${range(sql`word`, beginning)}
                 and length(word) <= length(typed.word) + 6
               order by products desc limit 100)
             union
             (select * from listing_words
               where ${ofShop} and word = any (array(
                 select left(typed.word, n) from generate_series(2, length(typed.word) - 1) n)))`)} end as near,
           case when is_pair or not ${compounds} or length(stems[1]) < ${sql.lit(least.ending)}
                then '[]'
                else ${listed(sql`
                  (select * from listing_words where ${ofShop} and ${endsWith(sql`typed.stems[1]`)}
                    order by products desc limit 50)
                  union
                  (select * from listing_words where ${ofShop} and ${beginsWith(sql`typed.stems[1]`)}
                    order by products desc limit 50)`)} end as compounds,
           (select coalesce(sum(products), 0)::int
              from (select products from listing_words where ${ofShop} and ${range(sql`word`, sql`typed.word`)}
                     limit 1000) prefixed) as prefix_products,
           case when is_pair or length(written) < ${sql.lit(2 * least.part)} then null else (
             select json_build_array(one.words, other.words)
               from generate_series(${sql.lit(least.part)}, length(written) - ${sql.lit(least.part)}) letters
              cross join lateral (${formsOf(sql`left(typed.written, letters)`, beginsWith)}) one
              cross join lateral (${formsOf(sql`substr(typed.written, letters + 1)`, endsWith)}) other
              where one.words is not null and other.words is not null
              order by least(one.products, other.products) desc limit 1) end as split,
           (select word from listing_words
             where ${ofShop} and not is_pair and word = typed.word || fold_in(next, first_language(${language}))
             limit 1)
             as joined,
           case when is_pair or length(word) not between ${sql.lit(least.slip)} and 40 or word ~ '^[0-9]+$'
                     or exists (select from listing_words where ${ofShop} and stems && typed.stems)
                then '[]' else ${listed(sql`
                  (select * from listing_words
                    where ${ofShop} and one_letter_less(word) && one_letter_less(typed.word)
                      and length(word) between 3 and 40 order by products desc limit 50)
                  union
                  (select * from listing_words
                    where ${ofShop} and ${range(sql`word`, sql`left(typed.word, 2)`)} order by products desc limit 300)
                  `)} end as candidates
      from typed order by place`.execute(db)
  return rows
}

/** Cards of a shop in a language, of any status; counted up to 100,000. */
export async function countInLanguage(db: Executor, { merchantId, language }: SearchedLanguage): Promise<number> {
  const { rows } = await sql<{ cards: number }>`
    select count(*)::int as cards
      from (select from listing_texts where merchant_id = ${merchantId} and language = ${language} limit 100000) counted
    `.execute(db)
  return rows[0]?.cards ?? 0
}
