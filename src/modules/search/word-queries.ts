import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { irregularForms } from '#src/platform/lib/word-forms.ts'
import type { CatalogWord } from './rules.ts'

/**
 * Words are parsed as those of products are, without blanks, tags, protocols and entities (token types 12, 13, 14, 23).
 */
export async function analyzeWords(db: Executor, q: string): Promise<CatalogWord[]> {
  const { rows } = await sql<CatalogWord>`
    with typed as (
      select word, ord, coalesce((ts_lexize('product_stem', word))[1], word) as lexeme,
             array(select coalesce((ts_lexize('product_stem', form))[1], form)
                     from jsonb_array_elements_text(${JSON.stringify(irregularForms(q))}::jsonb -> word) form) as forms,
             lead(word) over (order by ord) as next, lead(word) over (order by ord) is null as last
        from ts_parse('default', typed_text(${q})) with ordinality as typed (kind, word, ord)
       where kind not in (12, 13, 14, 23) order by ord limit 8
    ), known as (
      select typed.*, (select products > 0 from search_words where word = typed.word) is true as listed,
             (select coalesce(sum(products), 0) from search_words
               where search_words.lexeme = any (typed.lexeme || typed.forms))
             + (select coalesce(sum(amount), 0) from search_word_changes change where change.word = typed.word)
             as products,
             (select coalesce(sum(products), 0)
                from (select products from search_words found
                       where found.word >= typed.word and found.word < typed.word || chr(1114111)
                       limit ${sql.lit(maxPrefixed)}) prefixed) as prefix_products
        from typed
    )
    select word, lexeme, forms, last, products, listed, prefix_products,
           case when not listed and (not last or prefix_products <= 0)
                     and length(word) between 3 and 40 and word !~ '^[0-9]+$'
                then (select coalesce(json_agg(json_build_object('word', word, 'lexeme', lexeme,
                                                                 'products', products)), '[]')
                        from (${candidates}) candidate)
                else '[]' end as candidates,
           (select array[array[a.lexeme], array[b.lexeme]] from generate_series(1, length(known.word) - 1) letters
             cross join lateral (${catalogWord(sql`left(known.word, letters)`)}) a
             cross join lateral (${catalogWord(sql`substr(known.word, letters + 1)`)}) b
             where least(letters, length(known.word) - letters) > ${sql.lit(shortPart)}
                or known.word !~ '[0-9]' and known.products < ${sql.lit(fewProducts)}
             order by least(a.products, b.products) desc limit 1) as split,
           (select lexeme from (${catalogWord(sql`known.word || known.next`)}) compound) as joined,
           (select case when count(*) <= ${sql.lit(maxLonger)} then coalesce(json_object_agg(word, lexeme), '{}') end
              from (select word, lexeme from search_words found
                     where found.word > known.word and found.word < known.word || chr(1114111) and products > 0
                     limit ${sql.lit(maxLonger + 1)}) longer) as longer
      from known order by ord`.execute(db)
  return rows
}

/** Number of products, counted up to 10,000; above that the planner's estimate. */
export async function estimateCatalogSize(db: Executor): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select greatest((select count(*) from (select from listing_texts limit 10000) counted),
                    (select reltuples from pg_class where oid = 'listing_texts'::regclass))::int as products
    `.execute(db)
  return rows[0]?.products ?? 0
}

/** Maximum words returned for a prefix; only prefixes of one or two letters have more. */
const maxLonger = 100

/** More frequent words are not split into two, one of which has so few letters (`shirt`: s, hirt). */
const [fewProducts, shortPart] = [1_000, 2]

/** Maximum words read for a prefix; more would not change the result. */
const maxPrefixed = 1_000

/** LIMIT prevents a hash join with the whole dictionary. */
function catalogWord(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select lexeme, products from search_words where word = ${word} and products > 0 limit 1`
}

/**
 * Words at edit distance 1, words with many trigrams in common and, for the last word, words with its first two
 * letters.
 */
const candidates = sql`
  (select word, lexeme, products from search_words
    where one_letter_less(word) && one_letter_less(known.word)
      and products > 0 and length(word) between 3 and 40
    order by products desc limit 50)
  union
  (select word, lexeme, products from search_words
    where word % known.word and products > 0 and length(word) between 3 and 40
    order by similarity(word, known.word) desc limit 20)
  union
  (select word, lexeme, products from search_words
    where known.last and left(word, 2) = left(known.word, 2) and products > 0
    order by products desc limit 300)`
