import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Page, type PageBounds, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import type { ProductRow } from '../products/queries.ts'
import { type PresentedProduct, presentProduct } from '../products/schemas.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { countWithinPrices } from './count-queries.ts'
import { filterKey } from './filter.ts'
import type { CatalogContext } from './memory.ts'
import { searchOwnProducts } from './own-search-queries.ts'
import {
  type Listing,
  positionOf,
  selectActiveProduct,
  selectOwnProducts,
  selectPricedProducts,
  selectProducts,
} from './queries.ts'
import { cheaperPlan } from './rules.ts'

/** A page of active products: one statement, two with price bounds; one more where a cached page is outdated. */
export async function listProducts(
  { db, catalogMemory }: CatalogContext,
  list: Listing,
  request: PageRequest,
): Promise<Page<PresentedProduct>> {
  const { limit, offset, after = null } = request
  const key = JSON.stringify(['list', filterKey(list.filter), list.sort, list.order, limit, offset, after])
  const known = await catalogMemory.recall<PageBounds>(key)
  if (known !== undefined) return { ...known.found, items: known.products }
  const { rows, total, versions } = await readList(db, list, request)
  const { items, ...found } = toPage(rows, limit, total, (row) => positionOf(list.sort, row))
  const products = items.map(presentProduct)
  catalogMemory.remember(key, versions, { found, products })
  return { ...found, items: products }
}

async function readList(db: Executor, list: Listing, request: PageRequest) {
  if (list.filter.minPrice === undefined && list.filter.maxPrice === undefined) {
    const found = await selectProducts(db, list, request)
    return { ...found, versions: [found.version] }
  }
  const counts = await countWithinPrices(db, list.filter)
  const rows = request.offset + request.limit + 1
  const plan = cheaperPlan(list.sort, counts, { rows })
  const found = await selectPricedProducts(db, list, request, plan, counts.matching)
  return { ...found, versions: [counts.version, found.version] }
}

/** A page of a merchant's own products, newest first. */
export async function listOwnProducts(
  db: Executor,
  { merchantId, status, category, q }: OwnList,
  request: PageRequest,
): Promise<Page<ProductRow>> {
  const filter = { merchantId, ...(category !== undefined && { category }) }
  const { rows, total } =
    q === undefined || q.trim() === ''
      ? await selectOwnProducts(db, filter, status, request)
      : await searchOwnProducts(db, { merchantId, q, status, category }, request)
  return toPage(rows, request.limit, total, (row) => positionOf('created_at', row))
}

export interface OwnList {
  merchantId: string
  status: ProductStatus | undefined
  category: string | undefined
  q: string | undefined
}

/** @throws AppError NOT_FOUND if there is no such product, or it is not active */
export async function findActiveProduct(db: Executor, productId: string): Promise<ProductRow> {
  const product = await selectActiveProduct(db, productId)
  if (product === undefined) throw notFound('product')
  return product
}
