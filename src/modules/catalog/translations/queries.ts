import { type RawBuilder, sql } from 'kysely'
import { countUpToMaximum } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { type CatalogType, isOfCatalog, type SubjectType, type Texts } from './rules.ts'

/** The shop's own texts of a thing. */
export interface Source {
  type: SubjectType
  id: string
  name: string
  description: string | null
  description_html: string | null
  seo_title: string | null
  seo_description: string | null
  slug: string | null
  /** Of a payment method. */
  instructions?: string | null
  /** Of a group: the names of its options. */
  varies_by: string[]
}

export interface TranslationRow {
  texts: Texts
  slug: string | null
  version: number
  updated_at: Date
}

export interface Subject {
  merchantId: string
  type: SubjectType
  id: string
}

const sourceColumns = sql`type, id, name, description, description_html, seo_title, seo_description, slug, varies_by`

export async function selectSource(db: Executor, { merchantId, type, id }: Subject): Promise<Source | undefined> {
  if (!isOfCatalog(type)) {
    const { rows } = await sql<Source>`
      select ${type}::text as type, id, name, description, null as description_html, null as seo_title,
             null as seo_description, null as slug, instructions, '{}'::text[] as varies_by
        from ${sql.raw(functions[type])}(${merchantId}) where id = ${id}`.execute(db)
    return rows[0]
  }
  const { rows } = await sql<Source>`
    select ${sourceColumns} from translatable
     where merchant_id = ${merchantId} and type = ${type} and id = ${id}`.execute(db)
  return rows[0]
}

/** The values of a group's options, in the order of its variants. */
export async function selectOptionValues(
  db: Executor,
  { merchantId, id }: Subject,
): Promise<{ name: string; value: string }[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select option.key as name, option.value from products
     cross join jsonb_each_text(options) option
     where merchant_id = ${merchantId} and group_id = ${id}
     group by option.key, option.value order by min(position), option.value`.execute(db)
  return rows
}

export async function selectTranslation(
  db: Executor,
  { merchantId, type, id }: Subject,
  locale: string,
): Promise<TranslationRow | undefined> {
  const { rows } = await sql<TranslationRow>`
    select texts, slug, version, updated_at from translations
     where merchant_id = ${merchantId} and type = ${type} and subject_id = ${id} and locale = ${locale}`.execute(db)
  return rows[0]
}

/** Holds the texts of a thing against other changes of them. */
export async function lockTranslations(transaction: Transaction, { merchantId, id }: Subject): Promise<void> {
  const name = `translations:${merchantId}:${id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

/** Functions of the modules that have them. */
const functions: Readonly<Record<Exclude<SubjectType, CatalogType>, string>> = {
  shipping_method: 'translatable_shipping_methods',
  payment_method: 'translatable_payment_methods',
  promotion: 'translatable_promotions',
}

const tables: Readonly<Record<CatalogType, string>> = {
  product: 'products',
  product_group: 'product_groups',
  collection: 'collections',
}

/**
 * Holds a thing against its changes, and its deletion, which would miss texts that are written beside it. Variants are
 * locked before their group: their cards are written anew. Others change while the settings are locked.
 */
export async function lockSubject(transaction: Transaction, { merchantId, type, id }: Subject): Promise<void> {
  if (!isOfCatalog(type)) return
  if (type === 'product_group') {
    await sql`
      select from products where merchant_id = ${merchantId} and group_id = ${id}
       order by id for no key update`.execute(transaction)
  }
  await sql`
    select from ${sql.table(tables[type])} where merchant_id = ${merchantId} and id = ${id} for no key update`.execute(
    transaction,
  )
}

/** Without texts the row stays, so that its version goes on. */
export async function writeTranslation(
  transaction: Transaction,
  { merchantId, type, id }: Subject,
  locale: string,
  { slug = null, ...texts }: Omit<Texts, 'slug'> & { slug?: string | null },
): Promise<TranslationRow> {
  const { rows } = await sql<TranslationRow>`
    insert into translations (merchant_id, type, subject_id, locale, texts, slug, updated_at)
    values (${merchantId}, ${type}, ${id}, ${locale}, ${JSON.stringify(texts)}::jsonb, ${slug}, now())
    on conflict (merchant_id, type, subject_id, locale) do update
       set texts = excluded.texts, slug = excluded.slug, version = translations.version + 1, updated_at = now()
    returning texts, slug, version, updated_at`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('the statement returns a row')
  return row
}

export interface FoundTexts extends Pick<TranslationRow, 'texts' | 'slug'> {
  subject_id: string
  locale: string
}

/** Translations of things of a shop into any of the locales. */
export async function selectTexts(
  db: Executor,
  merchantId: string,
  types: readonly SubjectType[],
  ids: readonly string[],
  locales: readonly string[],
): Promise<FoundTexts[]> {
  const { rows } = await sql<FoundTexts>`
    select subject_id, locale, texts, slug from translations
     where merchant_id = ${merchantId} and type = any (${[...types]}) and subject_id = any (${[...ids]}::uuid[])
       and locale = any (${[...locales]})`.execute(db)
  return rows
}

/** A thing that can be translated, with the languages in which it has a name. */
export interface Listed extends Pick<Source, 'type' | 'id' | 'name'> {
  locales: string[]
}

/** Where each kind stands; in the order of lists. */
const subjects: Readonly<Record<SubjectType, (merchantId: string) => RawBuilder<unknown>>> = {
  collection: () => sql`collections subject where true`,
  payment_method: (merchantId) => sql`translatable_payment_methods(${merchantId}) subject where true`,
  product: () => sql`products subject where group_id is null`,
  product_group: () => sql`product_groups subject where true`,
  promotion: (merchantId) => sql`translatable_promotions(${merchantId}) subject where true`,
  shipping_method: (merchantId) => sql`translatable_shipping_methods(${merchantId}) subject where true`,
}

const hasName = (merchantId: string, type: string) => sql`
  done.merchant_id = ${merchantId} and done.type = ${type} and done.subject_id = subject.id and done.texts ? 'name'`

/** A look-up for each thing: joined, a table that was believed empty is read whole for each. */
const lacksName = (merchantId: string, type: string, locale: string) => sql`
  not exists (select from translations done where ${hasName(merchantId, type)} and done.locale = ${locale} offset 0)`

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Those of a kind that are not archived, and have no name in a language, if one is given. A range of the key, so that
 * no other index is taken for it.
 */
const subjectsOf = (type: SubjectType, merchantId: string, missing: string | undefined, behindId = firstId) => sql`
  ${subjects[type](merchantId)} and (subject.merchant_id, subject.id) <= (${merchantId}::uuid, ${lastId}::uuid)
  and (subject.merchant_id, subject.id) > (${merchantId}::uuid, ${behindId}::uuid) and status <> 'archived'
  and ${missing === undefined ? sql`true` : lacksName(merchantId, type, missing)}`

/** What is listed. */
interface Wanted {
  types: readonly SubjectType[]
  /** A language in which it has no name. */
  missing: string | undefined
}

/** By kind, and in the order in which they were made: each kind along its key, as far as the page. */
export async function selectSubjects(
  db: Executor,
  merchantId: string,
  { types, missing }: Wanted,
  { after, limit, offset }: PageRequest,
): Promise<Listed[]> {
  const [behindType, behindId] = (after ?? []) as [SubjectType?, string?]
  const kinds = types.toSorted().filter((type) => behindType === undefined || type >= behindType)
  const parts = kinds.map(
    (type) => sql`
    (select ${type}::text as type, id, name,
            array(select done.locale from translations done where ${hasName(merchantId, type)} order by 1) as locales
       from ${subjectsOf(type, merchantId, missing, type === behindType ? behindId : undefined)}
      order by subject.merchant_id, subject.id limit ${offset + limit + 1})`,
  )
  const { rows } = await sql<Listed>`
    select * from (${sql.join(parts, sql` union all `)}) found
     order by type, id limit ${limit + 1} offset ${offset}`.execute(db)
  return rows
}

export function countSubjects(db: Executor, merchantId: string, { types, missing }: Wanted): Promise<number> {
  const parts = types.map((type) => sql`select 1 from ${subjectsOf(type, merchantId, missing)}`)
  return countUpToMaximum(db, sql.join(parts, sql` union all `))
}
