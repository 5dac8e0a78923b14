import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { totalOf } from '#src/platform/lib/totals.ts'
import { type CardRow, countCards, selectCards, selectMatching } from './card-queries.ts'
import { findCollection } from './manage-collections.ts'
import {
  type CollectionRow,
  countCollections,
  countShownCollections,
  type ListedCollection,
  selectCollectionOfSlug,
  selectCollections,
  selectShownCollection,
  selectShownCollections,
} from './queries.ts'
import { countMatching } from './refresh-queries.ts'
import { readRules } from './rules.ts'

export async function listOwnCollections(
  db: Executor,
  merchantId: string,
  request: PageRequest,
): Promise<Page<ListedCollection>> {
  const rows = await selectCollections(db, merchantId, request)
  const count = () => countCollections(db, merchantId)
  return toPage(rows, request, count, ({ created_at: at, id }) => [at.toISOString(), id])
}

/** A page of the active collections of a shop or of all. */
export async function listShownCollections(
  db: Executor,
  merchantId: string | undefined,
  request: PageRequest,
): Promise<Page<ListedCollection>> {
  const rows = await selectShownCollections(db, merchantId, request)
  const count = () => countShownCollections(db, merchantId)
  return toPage(rows, request, count, ({ name_key: key, id }) => [key, id])
}

/** @throws AppError NOT_FOUND if there is no such collection, or it is not active */
export async function findShownCollection(
  db: Executor,
  idOrSlug: string,
  merchantId: string | undefined,
): Promise<CollectionRow> {
  const named = idOrSlug.toLowerCase()
  const by = isUuid(named) ? { id: named } : { slug: named }
  const isFound = 'id' in by || merchantId !== undefined
  const found = isFound ? await selectShownCollection(db, merchantId, by) : undefined
  const collection = found ?? (await ofOtherLanguage(db, merchantId, named))
  if (collection === undefined) throw notFound('collection')
  return collection
}

/** The collection to which a slug of another language leads. */
async function ofOtherLanguage(db: Executor, merchantId: string | undefined, slug: string) {
  if (merchantId === undefined || isUuid(slug)) return undefined
  const id = await selectCollectionOfSlug(db, merchantId, slug)
  return id === undefined ? undefined : selectShownCollection(db, merchantId, { id })
}

/** A page of what a collection holds. @throws AppError NOT_FOUND */
export async function listCards(
  db: Executor,
  merchantId: string,
  id: string,
  request: PageRequest,
): Promise<Page<CardRow>> {
  await findCollection(db, merchantId, id)
  const rows = await selectCards(db, merchantId, id, request)
  return toPage(
    rows,
    request,
    () => countCards(db, merchantId, id),
    (row) => [row.position],
  )
}

const sampleSize = 5

/** What rules find now. @throws AppError VALIDATION_ERROR */
export async function previewRules(
  db: Executor,
  merchantId: string,
  input: Parameters<typeof readRules>[0],
  currency: string,
): Promise<{ count: number; precision: 'exact' | 'at_least'; sample: CardRow[] }> {
  const rules = readRules(input, currency)
  const { total, precision } = totalOf(await countMatching(db, merchantId, rules, currency))
  const sample = total === 0 ? [] : await selectMatching(db, merchantId, rules, currency, sampleSize)
  return { count: total, precision, sample }
}
