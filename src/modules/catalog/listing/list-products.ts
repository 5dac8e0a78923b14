import type { Executor } from '#src/platform/db/transaction.ts'
import type { CursorPosition } from '#src/platform/lib/cursor.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import type { RememberedTotals, Total } from '#src/platform/lib/totals.ts'
import type { KnownProducts, ListedProduct } from '../products/known-products.ts'
import type { ProductKey, ProductRow } from '../products/queries.ts'
import { type ProductStatus, statuses } from '../products/statuses.ts'
import { type CategoryCount, countProducts, selectCategories } from './count-queries.ts'
import { countOwnMatches, type OwnSorting, searchOwnProducts, selectProductBySku } from './own-search-queries.ts'
import { type Listing, positionOf, selectActiveProduct, selectOwnProducts, selectProducts } from './queries.ts'

export interface CatalogReader {
  db: Executor
  knownProducts: KnownProducts
}

/** A page of active products: one statement, two where it counts, one more where a product is not known yet. */
export async function listProducts(
  { db, knownProducts }: CatalogReader,
  list: Listing,
  request: PageRequest,
): Promise<Page<ListedProduct>> {
  const { limit } = request
  const total = (fetched: number) => request.total(fetched, () => countProducts(db, list.filter))
  const isPriced = list.filter.minPrice !== undefined || list.filter.maxPrice !== undefined
  // Few products within the bounds are read and sorted. Of more, one in so many of the list: it is read until the page
  // is full.
  const counted = isPriced && list.sort !== 'price' ? await total(limit + 1) : undefined
  const keys = await selectProducts(db, list, request, counted && (counted.precision === 'exact' ? 'gather' : 'walk'))
  return listKnown({ db, knownProducts }, keys, limit, counted ?? (await total(keys.length)), ({ sortValues }) =>
    positionOf(list.sort, sortValues),
  )
}

/** The page of these keys, of which one more than `limit` says that there is more. */
export async function listKnown(
  { db, knownProducts }: CatalogReader,
  keys: readonly ProductKey[],
  limit: number,
  total: Total,
  position: (product: ListedProduct) => CursorPosition['after'],
): Promise<Page<ListedProduct>> {
  const shown = keys.slice(0, limit)
  const items = await knownProducts.read(db, shown)
  const last = items.at(-1)
  // A product may be deleted between the two statements.
  const left = total.precision === 'exact' ? total.total - (shown.length - items.length) : total.total
  return {
    items,
    total: { ...total, total: left },
    hasMore: keys.length > limit,
    last: last === undefined ? undefined : position(last),
  }
}

/** A page of the categories of a merchant or of all. It counts every product, so its answer is remembered. */
export async function listCategories(
  { db, totals }: { db: Executor; totals: RememberedTotals },
  merchantId: string | undefined,
  request: PageRequest,
): Promise<Page<CategoryCount>> {
  const { limit, offset, after } = request
  const key = JSON.stringify(['categories', merchantId ?? null, limit, offset, after ?? null])
  const read = () => selectCategories(db, merchantId, request)
  const { rows, categories } = await totals.counts(key, read, ({ products }) => products)
  return toPage(
    rows,
    request,
    async () => categories,
    (row) => [row.name_key, row.name],
  )
}

/** A page of a merchant's own products. */
export async function listOwnProducts(
  db: Executor,
  { merchantId, status, category, q, sku, sort, order }: OwnList & OwnSorting,
  request: PageRequest,
): Promise<Page<ProductRow>> {
  if (sku !== undefined) return listBySku(db, { merchantId, status, category, q, sku }, request)
  const position = (row: ProductRow) => positionOf(sort, row)
  if (q !== undefined && q.trim() !== '') {
    const search = { merchantId, q, status, category, sort, order }
    const rows = await searchOwnProducts(db, search, request)
    return toPage(rows, request, () => countOwnMatches(db, search), position)
  }
  const filter = { merchantId, ...(category !== undefined && { category }) }
  const chosen = status === undefined ? statuses : [status]
  const rows = await selectOwnProducts(db, filter, chosen, { sort, order }, request)
  return toPage(rows, request, () => countProducts(db, filter, chosen), position)
}

/** One product at most, which the other filters may leave out. */
async function listBySku(
  db: Executor,
  { merchantId, status, category, q, sku }: OwnList & { sku: string },
  request: PageRequest,
): Promise<Page<ProductRow>> {
  const found = await selectProductBySku(db, { merchantId, sku, status, category, q: q?.trim() || undefined })
  const rows = found === undefined ? [] : [found]
  const shown = request.offset > 0 || request.after !== undefined ? [] : rows
  return toPage(
    shown,
    request,
    async () => rows.length,
    (row) => positionOf('created_at', row),
  )
}

export interface OwnList {
  merchantId: string
  status: ProductStatus | undefined
  category: string | undefined
  q: string | undefined
  /** The whole SKU. */
  sku: string | undefined
}

/** @throws AppError NOT_FOUND if there is no such product (of the merchant, where one is given), or it is not active */
export async function findActiveProduct(db: Executor, productId: string, merchantId?: string): Promise<ProductRow> {
  const product = await selectActiveProduct(db, productId, merchantId)
  if (product === undefined) throw notFound('product')
  return product
}
