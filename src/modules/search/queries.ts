import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'
import type { PageRequest } from '#src/http/pagination.ts'
import {
  fetched,
  joinStock,
  type ProductFilter,
  type ProductRow,
  type ProductSort,
  productColumns,
  type SortOrder,
  totalExpression,
} from '#src/modules/catalog/index.ts'
import type { KnownWord, SearchPlan } from './rules.ts'

/**
 * What the dictionary knows of the words of a query, and the size of the catalog. The words are cut as the products' are; what
 * the parser takes for blank, tag, protocol or entity (12, 13, 14, 23) is none.
 */
export async function analyzeWords(db: Executor, q: string): Promise<{ words: KnownWord[]; catalogSize: number }> {
  const { rows } = await sql<KnownWord & { catalog_size: number }>`
    with typed as (
      select word, ord, coalesce((ts_lexize('product_stem', word))[1], word) as lexeme,
             lead(word) over (order by ord) as next, lead(word) over (order by ord) is null as last
        from ts_parse('default', search_text(${q})) with ordinality as typed (kind, word, ord)
       where kind not in (12, 13, 14, 23) order by ord limit 8
    ), known as (
      select typed.*, exists (select from search_words where word = typed.word and search_words.products > 0) as listed,
             (select coalesce(sum(products), 0) from search_words where search_words.lexeme = typed.lexeme)
             + (select coalesce(sum(amount), 0) from search_word_changes change where change.word = typed.word) as products,
             case when last
                  then (select coalesce(sum(products), 0) from search_words found
                         where found.word >= typed.word and found.word < typed.word || chr(1114111))
                  else 0 end as begun_products
        from typed
    )
    select word, lexeme, products, listed, begun_products,
           case when not listed and begun_products <= 0 and length(word) between 3 and 40 and word !~ '^[0-9]+$'
                then (select coalesce(json_agg(json_build_object('word', word, 'lexeme', lexeme, 'products', products)), '[]')
                        from (${candidates}) candidate)
                else '[]' end as candidates,
           (select array[a.lexeme, b.lexeme] from generate_series(3, length(known.word) - 3) letters
              join search_words a on a.word = left(known.word, letters) and a.products > 0
              join search_words b on b.word = substr(known.word, letters + 1) and b.products > 0
             order by least(a.products, b.products) desc limit 1) as split,
           (select lexeme from search_words compound
             where compound.word = known.word || known.next and compound.products > 0) as joined,
           ${totalExpression({})} as catalog_size
      from known order by ord`.execute(db)
  return { words: rows, catalogSize: rows[0]?.catalog_size ?? 0 }
}

/** Words one slip away, words that share many letter groups, and, for the last word, words with its first two letters. */
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
    where known.last and word >= left(known.word, 2) and word < left(known.word, 2) || chr(1114111) and products > 0
    order by products desc limit 300)`

/** Conditions on `product_documents`, without the words. */
export function found(filter: ProductFilter): RawBuilder<boolean> {
  const { merchantId, category, inStock, minPrice, maxPrice } = filter
  const conditions = [
    sql`active`,
    ...(merchantId === undefined ? [] : [sql`merchant_id = ${merchantId}::uuid`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(inStock === undefined ? [] : [sql`in_stock = ${sql.lit(inStock)}`]),
    ...(minPrice === undefined ? [] : [sql`price_common >= ${minPrice}::bigint`]),
    ...(maxPrice === undefined ? [] : [sql`price_common <= ${maxPrice}::bigint`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Up to so many matches are ranked one by one; more are ranked by what the row says without its words. */
export const closelyRanked = 1_000

/** How many products match all words, and, if those are fewer than `few`, most of them; neither counted beyond closelyRanked. */
export async function countMatches(
  db: Executor,
  plan: Pick<SearchPlan, 'all' | 'most'>,
  filter: ProductFilter,
  few: number,
): Promise<{ all: number; most: number }> {
  const upTo = (words: string) => sql`(
    select count(*)::int from (
      select from product_documents where document @@ ${words}::tsquery and ${found(filter)}
       limit ${sql.lit(closelyRanked + 1)}) match)`
  const { rows } = await sql<{ all: number; most: number }>`
    select counted.all, case when counted.all < ${few}::int then ${upTo(plan.most)} else 0 end as most
      from (select ${upTo(plan.all)} as all) counted`.execute(db)
  return rows[0] ?? { all: 0, most: 0 }
}

export interface FoundProduct extends ProductRow {
  score: number
}

export type Matches = { words: string; filter: ProductFilter }

/**
 * By relevance, few matches: each word counts by its rarity, in the name more than elsewhere and typed in full more than
 * begun; words next to each other as typed, a short name and being in stock count a little.
 */
export function rankClosely(db: Executor, plan: SearchPlan, matches: Matches, page: PageRequest) {
  const list = (values: string[]) => sql`${values}::text[]::tsquery[]`
  const weight = plan.terms.reduce((sum, term) => sum + term.weight, 0)
  const phrase = plan.phrase === undefined ? sql`0` : sql`(document @@ ${plan.phrase}::tsquery)::int`
  return readRanked(
    db,
    matches,
    page,
    sql<number>`round((
      (document @@ ${plan.sku}::tsquery)::int * 10 + ${phrase} * 0.1
      + (document @@ ${plan.head}::tsquery)::int * 0.05 + in_stock::int * 0.01 - name_words * 0.01
      + (select sum(term.weight * case when document @@ term.exactly then 1 when document @@ term.named then 0.9
                                       when document @@ term.anywhere then 0.4 else 0 end)
           from unnest(${list(plan.terms.map((term) => term.exactlyInName))},
                       ${list(plan.terms.map((term) => term.inName))},
                       ${list(plan.terms.map((term) => term.anywhere))},
                       ${plan.terms.map((term) => term.weight / weight)}::float8[])
             as term (exactly, named, anywhere, weight)))::numeric, 6)`,
  )
}

/** By relevance, many matches: all words in the name first, then what is in stock, then short names. */
export function rankBroadly(db: Executor, plan: SearchPlan, matches: Matches, page: PageRequest) {
  return readRanked(
    db,
    matches,
    page,
    sql<number>`(
    (document @@ ${plan.allInName}::tsquery)::int * 1000 + in_stock::int * 500 - name_words)`,
  )
}

/** By a sort of the catalog. */
export function sortMatches(db: Executor, matches: Matches, page: PageRequest, sort: ProductSort, order: SortOrder) {
  const column = { created_at: sql`created_at`, price: sql`price_common`, name: sql`name_key` }[sort]
  const type = { created_at: sql`timestamptz(3)`, price: sql`bigint`, name: sql`text` }[sort]
  return readMatches(db, matches, page, column, type, order)
}

function readRanked(db: Executor, matches: Matches, page: PageRequest, score: RawBuilder<number>) {
  return readMatches(db, matches, page, score, sql`numeric`, 'desc')
}

async function readMatches(
  db: Executor,
  { words, filter }: Matches,
  { limit, offset, after }: PageRequest,
  position: RawBuilder<unknown>,
  type: RawBuilder<unknown>,
  order: SortOrder,
): Promise<{ rows: FoundProduct[]; total: number }> {
  const [direction, behind] = order === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const rest =
    after === undefined
      ? sql`true`
      : sql`(position, product_id) ${behind} (${after.at(-2)}::${type}, ${after.at(-1)}::uuid)`
  const { rows } = await sql<FoundProduct & { total: number }>`
    with match as materialized (
      select product_id, ${position} as position from product_documents
       where document @@ ${words}::tsquery and ${found(filter)}
    ), page as materialized (
      select * from match where ${rest}
       order by position ${direction}, product_id ${direction}
       limit ${fetched(limit)} offset ${after === undefined ? offset : 0}
    )
    select counted.total, listed.*
      from (select count(*)::int as total from match) counted
      left join (select page.position as score, ${productColumns}
                   from page join products product on product.id = page.product_id ${joinStock}) listed on true
     order by listed.score ${direction}, listed.id ${direction}`.execute(db)
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}
