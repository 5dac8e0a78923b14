import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import {
  countPages,
  countShownPages,
  type ListedPage,
  type PageRow,
  selectPages,
  selectShownPage,
  selectShownPages,
} from './queries.ts'

export async function listOwnPages(db: Executor, merchantId: string, request: PageRequest): Promise<Page<ListedPage>> {
  const rows = await selectPages(db, merchantId, request)
  const count = () => countPages(db, merchantId)
  return toPage(rows, request, count, ({ created_at: at, id }) => [at.toISOString(), id])
}

/** A page of the published pages of a shop or of all. */
export async function listShownPages(
  db: Executor,
  merchantId: string | undefined,
  request: PageRequest,
): Promise<Page<ListedPage>> {
  const rows = await selectShownPages(db, merchantId, request)
  const count = () => countShownPages(db, merchantId)
  return toPage(rows, request, count, ({ title_key: key, id }) => [key, id])
}

/** @throws AppError NOT_FOUND if there is no such page, or it is not published */
export async function findShownPage(db: Executor, merchantId: string | undefined, slug: string): Promise<PageRow> {
  const page = merchantId === undefined ? undefined : await selectShownPage(db, merchantId, slug.toLowerCase())
  if (page === undefined) throw notFound('page')
  return page
}
