import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { PageKind, PageStatus } from './rules.ts'

export interface PageRow {
  id: string
  merchant_id: string
  title: string
  slug: string
  body_html: string | null
  body_text: string | null
  seo_title: string | null
  seo_description: string | null
  status: PageStatus
  published_at: Date | null
  kind: PageKind | null
  version: number
  created_at: Date
  updated_at: Date
}

/** A page in a list. */
export type ListedPage = Omit<PageRow, 'body_html' | 'body_text'>
/** What staff writes. */
export type PageFields = Omit<PageRow, 'id' | 'merchant_id' | 'published_at' | 'version' | 'created_at' | 'updated_at'>

const listedColumns = sql`
  id, merchant_id, title, slug, seo_title, seo_description, status, published_at, kind, version, created_at, updated_at`
const columns = sql`${listedColumns}, body_html, body_text`

/** A shop's own pages, newest first. */
export async function selectPages(db: Executor, merchantId: string, page: PageRange): Promise<ListedPage[]> {
  const behind = behindCursor(page, 'desc', ['created_at', 'timestamptz(3)'], ['id', 'uuid'])
  const { rows } = await sql<ListedPage>`
    select ${listedColumns} from pages where merchant_id = ${merchantId} and ${behind}
     order by created_at desc, id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countPages(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from pages where merchant_id = ${merchantId}`)
}

const isShown = (merchantId: string | undefined) =>
  merchantId === undefined
    ? sql<boolean>`status = 'published'`
    : sql<boolean>`status = 'published' and merchant_id = ${merchantId}`

/** Published pages of a shop or of all, by title. */
export async function selectShownPages(
  db: Executor,
  merchantId: string | undefined,
  page: PageRange,
): Promise<(ListedPage & { title_key: string })[]> {
  const behind = behindCursor(page, 'asc', ['title_key', 'text'], ['id', 'uuid'])
  const { rows } = await sql<ListedPage & { title_key: string }>`
    select * from (
      select ${listedColumns}, fold_text(title) collate "C" as title_key from pages where ${isShown(merchantId)}
    ) shown
     where ${behind} order by title_key, id ${pageWindow(page)}`.execute(db)
  return rows
}

export function countShownPages(db: Executor, merchantId: string | undefined): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from pages where ${isShown(merchantId)}`)
}

/** Of all published pages of a shop, which are at most 1,000. */
export async function selectShownAddresses(
  db: Executor,
  merchantId: string,
): Promise<{ slug: string; updated_at: Date }[]> {
  const { rows } = await sql<{ slug: string; updated_at: Date }>`
    select slug, updated_at from pages where ${isShown(merchantId)} order by slug`.execute(db)
  return rows
}

export async function selectShownPage(db: Executor, merchantId: string, slug: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select ${columns} from pages where ${isShown(merchantId)} and slug = ${slug}`.execute(db)
  return rows[0]
}

export async function selectPage(
  db: Executor,
  merchantId: string,
  id: string,
  { lock = false } = {},
): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select ${columns} from pages where merchant_id = ${merchantId} and id = ${id}
     ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** Locks the shop's pages against further ones, so that the most of them holds. */
export async function lockPages(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pages:${merchantId}`}, 0))`.execute(transaction)
}

/** Those of the slugs that pages of the shop have. */
export async function selectUsedSlugs(
  transaction: Transaction,
  merchantId: string,
  slugs: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from pages where merchant_id = ${merchantId} and slug = any (${[...slugs]})`.execute(transaction)
  return new Set(rows.map(({ slug }) => slug))
}

/** @throws where another page has the slug or the kind */
export async function insertPage(
  transaction: Transaction,
  merchantId: string,
  id: string,
  page: PageFields,
): Promise<void> {
  await sql`
    insert into pages (merchant_id, id, title, slug, body_html, body_text, seo_title, seo_description, status, kind,
                       published_at, created_at, updated_at)
    values (${merchantId}, ${id}, ${page.title}, ${page.slug}, ${page.body_html}, ${page.body_text}, ${page.seo_title},
            ${page.seo_description}, ${page.status}, ${page.kind},
            case when ${page.status} = 'published' then now() end, now(), now())`.execute(transaction)
}

/** Writes all fields of a page that is locked; it has another version then. @throws as `insertPage` */
export async function updatePage(
  transaction: Transaction,
  merchantId: string,
  id: string,
  page: PageFields,
): Promise<void> {
  await sql`
    update pages
       set title = ${page.title}, slug = ${page.slug}, body_html = ${page.body_html}, body_text = ${page.body_text},
           seo_title = ${page.seo_title}, seo_description = ${page.seo_description}, status = ${page.status},
           kind = ${page.kind}, version = version + 1, updated_at = now(),
           published_at = case when ${page.status} = 'published' then coalesce(published_at, now()) end
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

export async function deletePage(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    delete from pages where merchant_id = ${merchantId} and id = ${id} returning ${columns}`.execute(transaction)
  return rows[0]
}

export interface NamedPage {
  id: string
  title: string
  slug: string
  shown: boolean
}

/** The shop's pages of these ids. */
export async function selectNamedPages(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, NamedPage>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NamedPage>`
    select id, title, slug, status = 'published' as shown from pages
     where merchant_id = ${merchantId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The shop's published pages that have a kind, in the order of `kinds`. */
export async function selectPolicies(
  db: Executor,
  merchantId: string,
): Promise<{ kind: PageKind; title: string; slug: string }[]> {
  const { rows } = await sql<{ kind: PageKind; title: string; slug: string }>`
    select kind, title, slug from pages
     where merchant_id = ${merchantId} and kind is not null and status = 'published'`.execute(db)
  return rows
}

/** The texts of the shop's published pages of these kinds. */
export async function selectPolicyTexts(
  db: Executor,
  merchantId: string,
  kinds: readonly PageKind[],
): Promise<{ kind: PageKind; title: string; text: string }[]> {
  const { rows } = await sql<{ kind: PageKind; title: string; text: string }>`
    select kind, title, body_text as text from pages
     where merchant_id = ${merchantId} and kind = any (${[...kinds]}) and status = 'published' and body_text is not null
     order by array_position(${[...kinds]}, kind)`.execute(db)
  return rows
}
