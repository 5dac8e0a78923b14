import { useAllPictures } from '#src/modules/media/index.ts'
import { redirectMoved } from '#src/modules/redirects/index.ts'
import { type AuditAction, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { cleanHtml, htmlFault, picturesInHtml, withFilesAlone } from '#src/platform/rich-text/index.ts'
import { checkVersion } from '../version.ts'
import {
  countPages,
  deletePage,
  insertPage,
  lockPages,
  type PageFields,
  type PageRow,
  selectPage,
  selectUsedSlugs,
  updatePage,
} from './queries.ts'
import { longestSlug, maxPages } from './rules.ts'
import type { CreatePage, UpdatePage } from './schemas.ts'

/** @throws AppError VALIDATION_ERROR, CONFLICT if another page has the slug or the kind, or there are too many */
export function createPage(db: Executor, staff: Staff, input: CreatePage): Promise<PageRow> {
  const { merchantId } = staff
  const fields = readFields(blank, input)
  return writing(db, async (transaction) => {
    await lockPages(transaction, merchantId)
    if ((await countPages(transaction, merchantId)) >= maxPages)
      throw new AppError('CONFLICT', `a shop has at most ${maxPages.toLocaleString('en')} pages`)
    await usePictures(transaction, merchantId, fields)
    const slug = input.slug ?? (await freeSlug(transaction, merchantId, fields.title))
    const [id, page] = [newId(), { ...fields, slug }]
    await insertPage(transaction, merchantId, id, page)
    await audit(transaction, staff, 'page.created', id, null, page)
    return findPage(transaction, merchantId, id)
  })
}

/** What is left out stays; null clears. @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export function changePage(
  db: Executor,
  staff: Staff,
  id: string,
  { expected_version: expected, ...input }: UpdatePage,
): Promise<PageRow> {
  const { merchantId } = staff
  return writing(db, async (transaction) => {
    const before = await findPage(transaction, merchantId, id, { lock: true })
    const fields = readFields(fieldsOf(before), input)
    if (Object.keys(changesOf(fieldsOf(before), fields)).length === 0) return before
    checkVersion('page', before.version, expected)
    await usePictures(transaction, merchantId, fields, before)
    await updatePage(transaction, merchantId, id, fields)
    await audit(transaction, staff, 'page.updated', id, before, fields)
    if (fields.slug !== before.slug)
      await redirectMoved(transaction, merchantId, { from: `/pages/${before.slug}`, to: `/pages/${fields.slug}` })
    return findPage(transaction, merchantId, id)
  })
}

/** @throws AppError NOT_FOUND */
export async function removePage(db: Executor, staff: Staff, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const page = await deletePage(transaction, staff.merchantId, id)
    if (page === undefined) throw notFound('page')
    await audit(transaction, staff, 'page.deleted', id, page, null)
  })
}

/** @throws AppError NOT_FOUND */
export async function findPage(
  db: Executor,
  merchantId: string,
  id: string,
  options: { lock?: boolean } = {},
): Promise<PageRow> {
  const page = await selectPage(db, merchantId, id, options)
  if (page === undefined) throw notFound('page')
  return page
}

/** In a transaction; a slug or a kind that another page has by now is told. */
async function writing<T>(db: Executor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    for (const field of ['slug', 'kind'] as const) {
      if (!violates(error, `pages_${field}`)) continue
      throw new AppError('CONFLICT', `another page of this shop has this ${field}`, { details: { field } })
    }
    throw error
  }
}

const blank: PageFields = {
  title: '',
  slug: '',
  body_html: null,
  body_text: null,
  seo_title: null,
  seo_description: null,
  status: 'draft',
  kind: null,
}

/** @throws AppError VALIDATION_ERROR */
function readFields(before: PageFields, { seo, body_html: html, title, slug, ...rest }: UpdatePage): PageFields {
  const fault = html ? htmlFault(html) : undefined
  if (fault !== undefined) throw invalid({ field: 'body_html', message: fault })
  if (slug !== undefined && slugOf(slug, longestSlug) !== slug) {
    const made = slugOf(slug, longestSlug)
    const message = `must be lower-case words with hyphens between${made === '' ? '' : `, such as ${made}`}`
    throw invalid({ field: 'slug', message })
  }
  return {
    ...before,
    ...rest,
    ...(title !== undefined && { title }),
    ...(slug !== undefined && { slug }),
    ...(html !== undefined && writtenBody(html)),
    ...(seo?.title !== undefined && { seo_title: seo.title }),
    ...(seo?.description !== undefined && { seo_description: seo.description }),
  }
}

function writtenBody(html: string | null): Pick<PageFields, 'body_html' | 'body_text'> {
  const cleaned = html ? cleanHtml(html) : undefined
  // Only descriptions hear of a picture once it is fetched.
  return { body_html: (cleaned && withFilesAlone(cleaned.html)) || null, body_text: cleaned?.text || null }
}

/** Made of the title; the second of the same ends in 2. */
async function freeSlug(transaction: Transaction, merchantId: string, title: string): Promise<string> {
  const slug = slugOf(title) || 'page'
  const numbered = Array.from({ length: maxPages }, (_, index) => `${slug}-${index + 2}`)
  const used = await selectUsedSlugs(transaction, merchantId, [slug, ...numbered])
  return [slug, ...numbered].find((one) => !used.has(one)) ?? `${slug}-${newId()}`
}

function usePictures(
  transaction: Transaction,
  merchantId: string,
  after: PageFields,
  before?: PageFields,
): Promise<void> {
  const [media, had] = [picturesInHtml(after.body_html), picturesInHtml(before?.body_html)]
  return useAllPictures(transaction, merchantId, [{ field: 'body_html', media, before: had }])
}

function fieldsOf(row: PageFields): PageFields {
  const { title, slug, body_html, body_text, seo_title, seo_description, status, kind } = row
  return { title, slug, body_html, body_text, seo_title, seo_description, status, kind }
}

async function audit(
  transaction: Transaction,
  staff: Staff,
  action: AuditAction,
  targetId: string,
  before: PageFields | null,
  after: PageFields | null,
): Promise<void> {
  const shown = (row: PageFields | null) => {
    if (row === null) return null
    const { body_text: _, ...fields } = fieldsOf(row)
    return fields
  }
  await recordAudit(transaction, staff, [{ action, targetId, changes: changesOf(shown(before), shown(after)) }])
}
