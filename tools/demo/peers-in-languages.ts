import { type RawBuilder, sql } from 'kysely'
import MiniSearch from 'minisearch'
import type { TranslatedInto } from '#demo-shop'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { TranslatedProduct } from './graded-languages.ts'

/** Finds the SKUs of products whose names answer a query, the best first, at most ten. */
type Peer = (query: string) => Promise<string[]> | string[]

const most = 10

/** PostgreSQL's own configuration of the language; it has none of Polish and Japanese. */
const configurations: Record<TranslatedInto, string> = {
  de: 'german',
  fr: 'french',
  es: 'spanish',
  pl: 'simple',
  tr: 'turkish',
  ja: 'simple',
}

/** What the same queries find in the same names elsewhere, as somebody sets it up in an afternoon. */
export function peersIn(
  language: TranslatedInto,
  products: readonly TranslatedProduct[],
  db: Executor,
): Record<string, Peer> {
  const names = products.map(({ sku, names: all }) => ({ id: sku, name: all[language] }))
  const mini = miniSearch(names)
  const segmented = miniSearch(names, segmentsOf(language))
  return {
    PostgreSQL: (query) => inPostgres(db, sql`${configurations[language]}::text::regconfig`, names, query),
    MiniSearch: (query) => mini(query),
    // Words as Intl.Segmenter cuts them, index and query alike.
    ...(language === 'ja' && { 'MiniSearch with Intl.Segmenter': (query: string) => segmented(query) }),
    ...(language === 'ja' && { 'MiniSearch with pairs': miniSearch(names, pairsOf) }),
  }
}

interface Named {
  id: string
  name: string
}

/** Prefixes and one typo in five letters, words combined by AND and else by OR. */
function miniSearch(names: readonly Named[], tokenize?: (text: string) => string[]): (query: string) => string[] {
  const index = new MiniSearch<Named>({ fields: ['name'], ...(tokenize && { tokenize }) })
  index.addAll(names)
  return (query) => {
    const options = { prefix: true, fuzzy: 0.2 }
    const all = index.search(query, { ...options, combineWith: 'AND' })
    const some = index.search(query, options)
    return [...new Set([...all, ...some].map(({ id }) => String(id)))].slice(0, most)
  }
}

function segmentsOf(language: string): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  return (text) =>
    [...segmenter.segment(text.normalize('NFKC'))].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

function pairsOf(text: string): string[] {
  const runs = text.normalize('NFKC').split(/\s+/)
  return runs.flatMap((run) => (run.length < 2 ? [run] : Array.from(run.slice(1), (letter, at) => run[at] + letter)))
}

async function inPostgres(
  db: Executor,
  configuration: RawBuilder<unknown>,
  names: readonly Named[],
  query: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as one (id text, name text),
           websearch_to_tsquery(${configuration}, ${query}) query
     where to_tsvector(${configuration}, name) @@ query
     order by ts_rank(to_tsvector(${configuration}, name), query) desc, id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
