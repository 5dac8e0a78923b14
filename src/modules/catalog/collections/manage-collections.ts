import { readPictureFields, useAllPictures } from '#src/modules/media/index.ts'
import { redirectMoved } from '#src/modules/redirects/index.ts'
import { type AuditAction, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { descriptionFaults, namedPictures, withOneDescription, writtenHtml } from '../products/descriptions.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { lockCards, replaceCards, selectCardIds } from './card-queries.ts'
import {
  type CollectionFields,
  type CollectionRow,
  countCollections,
  deleteCollection,
  insertCollection,
  lockCollections,
  selectCollection,
  selectUsedSlugs,
  updateCollection,
} from './queries.ts'
import { refreshCollection } from './refresh.ts'
import { lockCollection, noteChange } from './refresh-queries.ts'
import { type CollectionSort, readRules } from './rules.ts'
import type { CreateCollectionInput, UpdateCollectionInput } from './schemas.ts'

/** Of one merchant: each change of its products brings all of them up to date. */
export const maxCollections = 1_000

const maxSlugLength = 200

/** @throws AppError VALIDATION_ERROR, CONFLICT if another one has the slug, or there are too many */
export async function createCollection(
  db: Executor,
  staff: Staff,
  input: CreateCollectionInput,
  currency: string,
): Promise<CollectionRow> {
  const { merchantId } = staff
  const fields = readFields(blank, input, currency)
  const sort = input.sort ?? (fields.rules === null ? 'manual' : 'newest')
  return writing(db, async (transaction) => {
    await lockCollections(transaction, merchantId)
    if ((await countCollections(transaction, merchantId)) >= maxCollections) {
      throw new AppError('CONFLICT', `a shop has at most ${maxCollections} collections`)
    }
    if (input.slug !== undefined) await refuseUsedSlug(transaction, merchantId, input.slug)
    await useAllPictures(transaction, merchantId, namedPictures(fields))
    const slug = input.slug ?? (await freeSlug(transaction, merchantId, fields.name))
    const collection = { ...fields, sort: sort as CollectionSort, slug, id: newId(), merchant_id: merchantId }
    await insertCollection(transaction, collection)
    await refreshCollection(transaction, collection)
    await noteChange(transaction, merchantId)
    await audit(transaction, staff, 'collection.created', null, collection, collection.id)
    return findCollection(transaction, merchantId, collection.id)
  })
}

/** Fields that are left out stay; null clears them. @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export async function changeCollection(
  db: Executor,
  staff: Staff,
  id: string,
  { expected_version: expected, ...input }: UpdateCollectionInput,
  currency: string,
): Promise<CollectionRow> {
  const { merchantId } = staff
  return writing(db, async (transaction) => {
    await lockExisting(transaction, merchantId, id)
    const before = await findCollection(transaction, merchantId, id)
    const fields = readFields(before, input, currency)
    if (Object.keys(audited(before, fields)).length === 0) return before
    refuseOtherVersion(before, expected)
    if (fields.slug !== before.slug) {
      await lockCollections(transaction, merchantId)
      await refuseUsedSlug(transaction, merchantId, fields.slug, id)
    }
    await useAllPictures(transaction, merchantId, namedPictures(fields, before))
    await updateCollection(transaction, merchantId, id, fields)
    await refreshCollection(transaction, { ...fields, merchant_id: merchantId, id })
    await noteChange(transaction, merchantId)
    await audit(transaction, staff, 'collection.updated', before, fields, id)
    if (fields.slug !== before.slug)
      await redirectMoved(transaction, merchantId, { from: addressOf(before), to: addressOf(fields) })
    return findCollection(transaction, merchantId, id)
  })
}

/** @throws AppError NOT_FOUND */
export async function removeCollection(db: Executor, staff: Staff, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const collection = await deleteCollection(transaction, staff.merchantId, id)
    if (collection === undefined) throw notFound('collection')
    await audit(transaction, staff, 'collection.deleted', collection, null, id)
  })
}

/**
 * Puts products and groups into a collection in this order, in place of those it has. Sent twice, it is done once.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT if rules decide what is in it, or it has another version
 */
export async function setProducts(
  db: Executor,
  staff: Staff,
  id: string,
  { ids, expected_version: expected }: { ids: readonly string[]; expected_version?: number },
): Promise<CollectionRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const shape = await lockExisting(transaction, merchantId, id)
    if (shape.rules !== null) {
      throw new AppError('CONFLICT', 'this collection is filled by its rules; set rules to null first')
    }
    const chosen = ids.map((one) => one.toLowerCase())
    // Lock order: products, then what holds them; a deletion takes them in this order, too.
    const cards = await lockCards(transaction, merchantId, chosen)
    const unknown = chosen.findIndex((one) => !cards.has(one))
    if (unknown !== -1)
      throw invalid({ field: `ids[${unknown}]`, message: 'is not the id of a product or group of this shop' })
    const next = [...new Set(chosen.map((one) => cards.get(one) ?? one))]
    const before = await selectCardIds(transaction, merchantId, id)
    const isSame = next.length === before.length && hasSame(next, before, shape.sort)
    if (isSame) return findCollection(transaction, merchantId, id)
    refuseOtherVersion(shape, expected)
    await replaceCards(transaction, merchantId, id, next)
    const collection = await findCollection(transaction, merchantId, id)
    await updateCollection(transaction, merchantId, id, collection)
    await refreshCollection(transaction, shape)
    await recordAudit(transaction, staff, [
      { action: 'collection.updated', targetId: id, changes: { products: [before.length, next.length] } },
    ])
    return findCollection(transaction, merchantId, id)
  })
}

/** The order matters where nothing else sorts them. */
function hasSame(next: readonly string[], before: readonly string[], sort: CollectionSort): boolean {
  const [one, other] = sort === 'manual' ? [next, before] : [next.toSorted(), before.toSorted()]
  return one.every((id, index) => id === other[index])
}

/** @throws AppError NOT_FOUND */
export async function findCollection(db: Executor, merchantId: string, id: string): Promise<CollectionRow> {
  const collection = await selectCollection(db, merchantId, id)
  if (collection === undefined) throw notFound('collection')
  return collection
}

async function lockExisting(transaction: Transaction, merchantId: string, id: string) {
  const shape = await lockCollection(transaction, merchantId, id)
  if (shape === undefined) throw notFound('collection')
  return shape
}

function refuseOtherVersion({ version }: { version: number }, expected: number | undefined): void {
  if (expected === undefined || expected === version) return
  throw new AppError('CONFLICT', 'the collection has changed since; read it again', { details: { version } })
}

/** On the storefront. */
const addressOf = ({ slug }: { slug: string }) => `/collections/${slug}`

/** In a transaction; a slug that another collection has by now is told. */
async function writing<T>(db: Executor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    throw violates(error, 'collections_slug') ? slugUsed() : error
  }
}

/** Its own slug is that of one collection by an index; those of other languages are not. */
async function refuseUsedSlug(transaction: Transaction, merchantId: string, slug: string, id?: string): Promise<void> {
  if ((await selectUsedSlugs(transaction, merchantId, [slug], id)).size > 0) throw slugUsed()
}

const slugUsed = () =>
  new AppError('CONFLICT', 'another collection of this shop has this slug', { details: { field: 'slug' } })

const blank: CollectionFields = {
  name: '',
  slug: '',
  description: null,
  description_html: null,
  media: [],
  seo_title: null,
  seo_description: null,
  status: 'active',
  sort: 'manual',
  rules: null,
}

/** @throws AppError VALIDATION_ERROR */
function readFields(
  before: CollectionFields,
  input: Partial<CreateCollectionInput>,
  currency: string,
): CollectionFields {
  const { name, slug, media, seo, status, sort, rules, ...texts } = input
  const { description, description_html: html } = withOneDescription(texts)
  const faults = descriptionFaults({ description, description_html: html })
  if (faults.length > 0) throw invalid(...faults)
  if (slug !== undefined && slugOf(slug, maxSlugLength) !== slug) {
    const made = slugOf(slug, maxSlugLength)
    const message = `must be lower-case words with hyphens between${made === '' ? '' : `, such as ${made}`}`
    throw invalid({ field: 'slug', message })
  }
  return {
    ...before,
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description: description || null }),
    ...(html !== undefined && writtenHtml(html)),
    ...readPictureFields({ media }),
    ...(seo?.title !== undefined && { seo_title: seo.title }),
    ...(seo?.description !== undefined && { seo_description: seo.description }),
    ...(status !== undefined && { status: status as ProductStatus }),
    ...(sort !== undefined && { sort: sort as CollectionSort }),
    ...(rules !== undefined && { rules: rules && readRules(rules, currency) }),
  }
}

/** Made of the name; the second of the same ends in 2. */
async function freeSlug(transaction: Transaction, merchantId: string, name: string): Promise<string> {
  const slug = slugOf(name) || 'collection'
  const numbered = Array.from({ length: maxCollections }, (_, index) => `${slug}-${index + 2}`)
  const used = await selectUsedSlugs(transaction, merchantId, [slug, ...numbered])
  return [slug, ...numbered].find((one) => !used.has(one)) ?? `${slug}-${newId()}`
}

/** The fields that differ; rules as text. */
function audited(before: CollectionFields | null, after: CollectionFields | null) {
  const fieldsOf = (row: CollectionFields | null) => {
    if (row === null) return null
    const { name, slug, description, description_html, seo_title, seo_description, status, sort, rules } = row
    const shown = { name, slug, description, description_html, seo_title, seo_description, status, sort }
    const media = row.media.length === 0 ? null : row.media
    return { ...shown, media, rules: rules && JSON.stringify(rules) }
  }
  return changesOf(fieldsOf(before), fieldsOf(after))
}

async function audit(
  transaction: Transaction,
  staff: Staff,
  action: AuditAction,
  before: CollectionFields | null,
  after: CollectionFields | null,
  targetId: string,
): Promise<void> {
  await recordAudit(transaction, staff, [{ action, targetId, changes: audited(before, after) }])
}
