import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { SubjectType, Texts } from './rules.ts'

/** One thing in one language. */
export interface SubjectLocale {
  type: SubjectType
  id: string
  locale: string
}

export interface StoredTexts extends SubjectLocale {
  texts: Texts
  slug: string | null
}

const wanted = (keys: readonly SubjectLocale[]) => sql`
  unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ id }) => id)}::uuid[],
         ${keys.map(({ locale }) => locale)}::text[]) wanted (type, id, locale)`

/** The texts of these things in these languages. */
export async function selectTextsOf(
  transaction: Transaction,
  merchantId: string,
  keys: readonly SubjectLocale[],
): Promise<StoredTexts[]> {
  const { rows } = await sql<StoredTexts>`
    select found.type, found.subject_id as id, found.locale, found.texts, found.slug
      from ${wanted(keys)}
     cross join lateral (
       select * from translations
        where merchant_id = ${merchantId} and translations.type = wanted.type and subject_id = wanted.id
          and translations.locale = wanted.locale offset 0) found`.execute(transaction)
  return rows
}

/** Writes texts in place of those that are there. Their things are locked. */
export async function writeAllTexts(
  transaction: Transaction,
  merchantId: string,
  rows: readonly StoredTexts[],
): Promise<void> {
  await sql`
    insert into translations (merchant_id, type, subject_id, locale, texts, slug, updated_at)
    select ${merchantId}, type, id, locale, texts, slug, now()
      from json_to_recordset(${JSON.stringify(rows)}::json)
           given (type text, id uuid, locale text, texts jsonb, slug text)
     order by type, id, locale
    on conflict (merchant_id, type, subject_id, locale) do update
       set texts = excluded.texts, slug = excluded.slug, version = translations.version + 1, updated_at = now()
    `.execute(transaction)
}

/** The slugs that lead to products and groups, also former ones, with those that they lead to. */
export async function selectSlugOwners(
  transaction: Transaction,
  merchantId: string,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ slug: string; owner: string }>`
    select slug, coalesce(product_id, group_id) as owner from slugs
     where merchant_id = ${merchantId} and slug = any (${[...slugs]})`.execute(transaction)
  return new Map(rows.map(({ slug, owner }) => [slug, owner]))
}

/** Slugs of collections in the shop's own language, with the collections. */
export async function selectCollectionSlugs(
  transaction: Transaction,
  merchantId: string,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ slug: string; id: string }>`
    select slug, id from collections where merchant_id = ${merchantId} and slug = any (${[...slugs]})`.execute(
    transaction,
  )
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** Slugs that are those of a thing in another language, of products and groups, or of collections. */
export async function selectTranslatedSlugs(
  transaction: Transaction,
  merchantId: string,
  ofCollections: boolean,
  slugs: readonly string[],
): Promise<(Omit<StoredTexts, 'texts' | 'slug'> & { slug: string })[]> {
  const kind = ofCollections ? sql`type = 'collection'` : sql`type <> 'collection' and slug is not null`
  const { rows } = await sql<SubjectLocale & { slug: string }>`
    select type, subject_id as id, locale, slug from translations
     where merchant_id = ${merchantId} and ${kind} and slug = any (${[...slugs]})`.execute(transaction)
  return rows
}

/** All translations of a page of things. */
export async function selectTextsFor(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
  locales: readonly string[],
): Promise<StoredTexts[]> {
  const { rows } = await sql<StoredTexts>`
    select found.type, found.subject_id as id, found.locale, found.texts, found.slug
      from unnest(${[...ids]}::uuid[]) wanted (id)
     cross join lateral (
       select * from translations
        where merchant_id = ${merchantId} and type in ('product', 'product_group') and subject_id = wanted.id
          and locale = any (${[...locales]}) offset 0) found`.execute(db)
  return rows
}
