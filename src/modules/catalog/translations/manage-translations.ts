import { isDeepStrictEqual } from 'node:util'
import { useAllPictures } from '#src/modules/media/index.ts'
import { lockSettings, selectSettings } from '#src/modules/merchants/index.ts'
import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { readLocale } from '#src/platform/lib/locales.ts'
import { withFilesAlone } from '#src/platform/rich-text/index.ts'
import { lockCollections, selectUsedSlugs } from '../collections/queries.ts'
import { descriptionFaults, namedPictures, withOneDescription, writtenHtml } from '../products/descriptions.ts'
import { slugFault } from '../products/single-values.ts'
import { findSlug } from '../products/slugs.ts'
import {
  lockSubject,
  lockTranslations,
  type Source,
  type Subject,
  selectOptionValues,
  selectSource,
  selectTranslation,
  writeTranslation,
} from './queries.ts'
import {
  auditedTexts,
  fieldsOfType,
  isOfCatalog,
  isWithout,
  type OptionTexts,
  refuseType,
  type Texts,
  wordsOfType,
} from './rules.ts'
import type { ReadTranslation } from './schemas.ts'

export interface TranslationInput {
  name?: string | null
  description?: string | null
  description_html?: string | null
  instructions?: string | null
  seo?: { title?: string | null; description?: string | null }
  slug?: string | null
  options?: Record<string, OptionTexts>
  expected_version?: number
}

/** @throws AppError NOT_FOUND, INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR for what is no language */
export async function readTranslation(
  db: Executor,
  { permissions }: Pick<Staff, 'permissions'>,
  subject: Subject,
  locale: string,
): Promise<ReadTranslation> {
  refuseType(subject.type, permissions, 'read')
  const canonical = canonicalLocale(locale)
  const [source, values] = [await findSource(db, subject), await selectOptionValues(db, subject)]
  return { source, values, locale: canonical, translation: await selectTranslation(db, subject, canonical) }
}

/**
 * Writes the texts of a thing in a language in place of those it has; without any there is no translation.
 * @throws AppError NOT_FOUND, INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR, CONFLICT (slug of another, other version)
 */
export async function setTranslation(
  db: Executor,
  staff: Staff,
  subject: Subject,
  locale: string,
  { expected_version: expected, ...input }: TranslationInput,
): Promise<ReadTranslation> {
  refuseType(subject.type, staff.permissions, 'write')
  const canonical = canonicalLocale(locale)
  const written = inTransaction(db, async (transaction) => {
    await lockTranslations(transaction, subject)
    if (!isOfCatalog(subject.type)) await lockSettings(transaction, subject.merchantId)
    const { locale: own } = await selectSettings(transaction, subject.merchantId)
    await lockSubject(transaction, subject)
    const source = await findSource(transaction, subject)
    const values = await selectOptionValues(transaction, subject)
    const before = await selectTranslation(transaction, subject, canonical)
    const { slug, ...texts } = readTexts(input, source, values)
    const isEmpty = Object.keys(texts).length === 0 && slug === undefined
    // Texts from before the shop had this language can be deleted.
    if (own === canonical && !isEmpty) {
      throw invalid({
        field: 'locale',
        message: `is that of the shop’s own texts: change the ${wordOf(subject)} itself`,
      })
    }
    const after = { texts, slug: slug ?? null }
    // What was sent twice is written once.
    if (isDeepStrictEqual({ texts: before?.texts ?? {}, slug: before?.slug ?? null }, after))
      return { source, values, locale: canonical, translation: before }
    refuseOtherVersion(before?.version ?? 0, expected)
    if (slug !== undefined && slug !== before?.slug) await takeSlug(transaction, subject, slug)
    await useAllPictures(transaction, subject.merchantId, namedPictures(texts, before?.texts))
    const row = await writeTranslation(transaction, subject, canonical, { ...texts, slug: after.slug })
    const changes = changesOf(fieldsOf(before), fieldsOf(after))
    const named = { type: [subject.type, subject.type], locale: [canonical, canonical] } as const
    await recordAudit(transaction, staff, [
      { action: 'translation.updated', targetId: subject.id, changes: { ...named, ...changes } },
    ])
    return { source, values, locale: canonical, translation: row }
  })
  return written.catch((error: unknown) => {
    const isOfOther = violates(error, 'translations_collection_slug') || violates(error, 'translations_product_slug')
    throw isOfOther ? slugTaken(input.slug ?? '', `this ${wordOf(subject)} in another language`) : error
  })
}

/** @throws AppError VALIDATION_ERROR */
export function canonicalLocale(text: string, field = 'locale'): string {
  const locale = readLocale(text)
  if (locale === undefined) throw invalid({ field, message: 'must be a language of BCP 47, such as de' })
  return locale
}

async function findSource(db: Executor, subject: Subject): Promise<Source> {
  const source = await selectSource(db, subject)
  if (source === undefined) throw notFound(wordOf(subject))
  return source
}

const wordOf = ({ type }: Pick<Subject, 'type'>) => wordsOfType[type]

/** Products and groups share their slugs, old ones too; collections have theirs alone. */
async function takeSlug(transaction: Transaction, { merchantId, type, id }: Subject, slug: string): Promise<void> {
  if (type === 'collection') {
    await lockCollections(transaction, merchantId)
    if ((await selectUsedSlugs(transaction, merchantId, [slug], id)).size > 0)
      throw slugTaken(slug, 'another collection')
    return
  }
  await findSlug(transaction, merchantId, { id, name: slug, slug }, type === 'product' ? 'product_id' : 'group_id')
}

function refuseOtherVersion(version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return
  throw new AppError('CONFLICT', 'the translation has changed since; read it again', { details: { version } })
}

function slugTaken(slug: string, owner: string): AppError {
  return new AppError('CONFLICT', `the slug ${slug} belongs to ${owner}`, { details: { field: 'slug', slug } })
}

/** @throws AppError VALIDATION_ERROR */
function readTexts(input: TranslationInput, source: Source, values: readonly { name: string; value: string }[]): Texts {
  const given = withOneDescription({ description: input.description, description_html: input.description_html })
  const faults: FieldFault[] = [
    ...fieldFaults(input, source),
    ...descriptionFaults(given),
    ...slugFaults(input.slug),
    ...optionFaults(input.options ?? {}, source, values),
  ]
  if (faults.length > 0) throw invalid(...faults)
  const { description, description_html: html } = {
    ...given,
    ...(given.description_html && writtenHtml(given.description_html)),
  }
  const options = Object.entries(input.options ?? {}).flatMap(([key, texts]) => {
    const kept = {
      ...(texts.name?.trim() && { name: texts.name.trim() }),
      ...(hasAny(texts.values) && { values: texts.values }),
    }
    return hasAny(kept) ? [[key, kept] as const] : []
  })
  const texts = {
    name: input.name?.trim(),
    description: description?.trim(),
    instructions: input.instructions?.trim(),
    // Nobody tells a translation of a picture that is fetched.
    description_html: html && withFilesAlone(html),
    seo_title: input.seo?.title?.trim(),
    seo_description: input.seo?.description?.trim(),
    slug: input.slug,
  }
  const written = Object.entries(texts).filter(([, text]) => text)
  return { ...Object.fromEntries(written), ...(options.length > 0 && { options: Object.fromEntries(options) }) }
}

/** Texts that the thing itself has not would be shown nowhere. */
function fieldFaults(input: TranslationInput, { type }: Source): FieldFault[] {
  const known = fieldsOfType[type]
  return Object.entries(input).flatMap(([field, text]): FieldFault[] => {
    const isEmpty = text === null || text === undefined || (typeof text === 'object' && !hasText(text))
    if (known.includes(field) || isEmpty || field === 'options') return []
    return [{ field, message: `is not a text of a ${wordsOfType[type]}: it has ${known.join(', ')}` }]
  })
}

const hasText = (texts: object) => Object.values(texts).some((text) => text !== null && text !== undefined)

function slugFaults(slug: string | null | undefined): FieldFault[] {
  const message = slug ? slugFault(slug) : undefined
  return message === undefined ? [] : [{ field: 'slug', message }]
}

const hasAny = (record: object | undefined) => Object.keys(record ?? {}).length > 0

/** Words for what the group has not would be shown nowhere. */
function optionFaults(
  options: Record<string, OptionTexts>,
  source: Source,
  values: readonly { name: string; value: string }[],
): FieldFault[] {
  return Object.entries(options).flatMap(([name, texts]): FieldFault[] => {
    const field = `options.${name}`
    if (!source.varies_by.includes(name)) {
      const has = source.varies_by.length === 0 ? 'it has none' : `it has ${source.varies_by.join(', ')}`
      return [{ field, message: `is not an option of this ${wordOf(source)}: ${has}` }]
    }
    const known = new Set(values.filter((one) => one.name === name).map(({ value }) => value))
    return Object.keys(texts.values ?? {}).flatMap((value) =>
      known.has(value) ? [] : [{ field: `${field}.values.${value}`, message: `is not a value of ${name}` }],
    )
  })
}

function fieldsOf(row: { texts: Texts; slug: string | null } | undefined) {
  return row === undefined || isWithout(row) ? null : auditedTexts(row)
}
