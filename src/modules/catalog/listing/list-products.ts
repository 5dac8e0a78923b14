import type { Executor } from '#src/platform/db/transaction.ts'
import type { CursorPosition } from '#src/platform/lib/cursor.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import type { KnownProducts, ListedProduct } from '../products/known-products.ts'
import type { ProductKey, ProductRow } from '../products/queries.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { countWithinPrices } from './count-queries.ts'
import { searchOwnProducts, selectProductBySku } from './own-search-queries.ts'
import {
  type KeyPage,
  type Listing,
  positionOf,
  selectActiveProduct,
  selectOwnProducts,
  selectPricedProducts,
  selectProducts,
} from './queries.ts'
import { cheaperPlan } from './rules.ts'

export interface CatalogReader {
  db: Executor
  knownProducts: KnownProducts
}

/** A page of active products: one statement, two with price bounds; one more where a product is not known yet. */
export async function listProducts(
  { db, knownProducts }: CatalogReader,
  list: Listing,
  request: PageRequest,
): Promise<Page<ListedProduct>> {
  const { keys, total } = await readList(db, list, request)
  return listKnown({ db, knownProducts }, keys, request.limit, total, ({ sortValues }) =>
    positionOf(list.sort, sortValues),
  )
}

/** The page of these keys, of which one more than `limit` says that there is more. */
export async function listKnown(
  { db, knownProducts }: CatalogReader,
  keys: readonly ProductKey[],
  limit: number,
  total: number,
  position: (product: ListedProduct) => CursorPosition['after'],
): Promise<Page<ListedProduct>> {
  const shown = keys.slice(0, limit)
  const items = await knownProducts.read(db, shown)
  const last = items.at(-1)
  return {
    items,
    total: total - (shown.length - items.length),
    hasMore: keys.length > limit,
    last: last === undefined ? undefined : position(last),
  }
}

async function readList(db: Executor, list: Listing, request: PageRequest): Promise<KeyPage> {
  if (list.filter.minPrice === undefined && list.filter.maxPrice === undefined) return selectProducts(db, list, request)
  const counts = await countWithinPrices(db, list.filter)
  const plan = cheaperPlan(list.sort, counts, { rows: request.offset + request.limit + 1 })
  return selectPricedProducts(db, list, request, plan, counts.matching)
}

/** A page of a merchant's own products, newest first. */
export async function listOwnProducts(
  db: Executor,
  { merchantId, status, category, q, sku }: OwnList,
  request: PageRequest,
): Promise<Page<ProductRow>> {
  if (sku !== undefined) return listBySku(db, { merchantId, status, category, q, sku }, request)
  const filter = { merchantId, ...(category !== undefined && { category }) }
  const { rows, total } =
    q === undefined || q.trim() === ''
      ? await selectOwnProducts(db, filter, status, request)
      : await searchOwnProducts(db, { merchantId, q, status, category }, request)
  return toPage(rows, request.limit, total, (row) => positionOf('created_at', row))
}

/** One product at most, which the other filters may leave out. */
async function listBySku(
  db: Executor,
  { merchantId, status, category, q, sku }: OwnList & { sku: string },
  { limit, offset, after }: PageRequest,
): Promise<Page<ProductRow>> {
  const found = await selectProductBySku(db, { merchantId, sku, status, category, q: q?.trim() || undefined })
  const rows = found === undefined ? [] : [found]
  const shown = offset > 0 || after !== undefined ? [] : rows
  return toPage(shown, limit, rows.length, (row) => positionOf('created_at', row))
}

export interface OwnList {
  merchantId: string
  status: ProductStatus | undefined
  category: string | undefined
  q: string | undefined
  /** The whole SKU. */
  sku: string | undefined
}

/** @throws AppError NOT_FOUND if there is no such product, or it is not active */
export async function findActiveProduct(db: Executor, productId: string): Promise<ProductRow> {
  const product = await selectActiveProduct(db, productId)
  if (product === undefined) throw notFound('product')
  return product
}
