import { countUpToMaximum } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { CursorPosition } from '#src/platform/lib/cursor.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import type { RememberedTotals, Total } from '#src/platform/lib/totals.ts'
import { presentProduct } from '../products/field-values.ts'
import { type ProductStatus, statuses } from '../products/statuses.ts'
import type { CardCache, ListedCard } from './card-cache.ts'
import { type CardRow, selectActiveCardBySlug } from './card-queries.ts'
import { presentWholeCard, type SortValues, sortValuesOf } from './cards.ts'
import { isNarrow, isPriced } from './condition-queries.ts'
import { type CategoryCount, countCards, countOwnCards, selectCategories } from './count-queries.ts'
import type { ProductFilter } from './filter.ts'
import type { CardKey } from './key-queries.ts'
import { matchesOf, type OwnListing, searchOwnCards, selectOwnCards } from './own-queries.ts'
import { type Listing, positionOf, selectActiveProduct, selectCards, selectNameKey, selectPriceKey } from './queries.ts'

export interface CatalogReader {
  db: Executor
  cardCache: CardCache
}

/** A page of active cards: one statement, one more to count, and one more on a cache miss. */
export async function listProducts(
  { db, cardCache }: CatalogReader,
  list: Listing,
  request: PageRequest,
): Promise<Page<ListedCard>> {
  const { limit } = request
  const total = (fetched: number) => request.total(fetched, () => countCards(db, list.filter))
  // If no sort index contains the filter, few matches are read and sorted; with many matches the list is scanned until
  // the page is full.
  const isPlanned = isNarrow(list.filter) || (isPriced(list.filter) && list.sort !== 'price')
  const counted = isPlanned ? await total(limit + 1) : undefined
  const keys = await selectCards(db, list, request, counted && (counted.precision === 'exact' ? 'gather' : 'walk'))
  return listCached({ db, cardCache }, keys, limit, counted ?? (await total(keys.length)), ({ sortValues }) =>
    positionInList(db, list, sortValues),
  )
}

/** Sort values of a card for a cursor: its name in the language of the list, or its price in the list's context. */
export async function positionInList(
  db: Executor,
  { filter: { merchantId, language, context }, sort }: Pick<Listing, 'filter' | 'sort'>,
  card: SortValues,
): Promise<[string | number, string]> {
  if (sort === 'price' && merchantId !== undefined && context !== undefined) {
    return [(await selectPriceKey(db, { merchantId, context }, card.id)) ?? card.price_common, card.id]
  }
  if (sort !== 'name' || merchantId === undefined || language === undefined) return positionOf(sort, card)
  const name = await selectNameKey(db, { merchantId, language }, card.id)
  return [name ?? card.name_key, card.id]
}

/** The page of these keys; a key beyond `limit` means that there are more. */
export async function listCached(
  { db, cardCache }: CatalogReader,
  keys: readonly CardKey[],
  limit: number,
  total: Total,
  position: (product: ListedCard) => CursorPosition['after'] | Promise<CursorPosition['after']>,
): Promise<Page<ListedCard>> {
  const shown = keys.slice(0, limit)
  const items = await cardCache.read(db, shown)
  const last = items.at(-1)
  // A product may be deleted between the two statements.
  const left = total.precision === 'exact' ? total.total - (shown.length - items.length) : total.total
  return {
    items,
    total: { ...total, total: left },
    hasMore: keys.length > limit,
    last: last === undefined ? undefined : await position(last),
  }
}

/** A page of the categories of a merchant or of all. It counts every product, so its result is cached. */
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

export interface OwnList extends Pick<OwnListing, 'sort' | 'order'> {
  filter: ProductFilter & { merchantId: string }
  status: ProductStatus | undefined
  q: string | undefined
}

/** A page of a merchant's own cards. */
export async function listOwnCards(
  db: Executor,
  { filter, status, q, sort, order }: OwnList,
  request: PageRequest,
): Promise<Page<CardRow>> {
  const chosen = status === undefined ? statuses : [status]
  const list = { filter, sort, order, statuses: chosen }
  const position = (row: CardRow) => positionOf(sort, sortValuesOf(row))
  if (q !== undefined && q.trim() !== '') {
    const rows = await searchOwnCards(db, list, q, request)
    return toPage(rows, request, () => countUpToMaximum(db, matchesOf(list, q)), position)
  }
  const count = () => countOwnCards(db, filter, chosen)
  // As of shoppers' lists: few matches of what no index of the sort has are read and sorted.
  const isFew = isNarrow(filter) && (await request.total(request.limit + 1, count)).precision === 'exact'
  const rows = await selectOwnCards(db, list, request, isFew ? 'gather' : undefined)
  return toPage(rows, request, count, position)
}

/**
 * An active product by its id or, of a merchant, the card to which a slug leads that it has or had.
 * @throws AppError NOT_FOUND if there is no such product, or it is not active
 */
export async function findActiveCard(
  db: Executor,
  idOrSlug: string,
  merchantId: string | undefined,
): Promise<ReturnType<typeof presentWholeCard>> {
  const named = idOrSlug.toLowerCase()
  if (isUuid(named)) {
    const product = await selectActiveProduct(db, named)
    if (product && product.merchant_id === (merchantId ?? product.merchant_id)) return presentProduct(product)
  } else if (merchantId !== undefined) {
    const card = await selectActiveCardBySlug(db, merchantId, named)
    if (card) return presentWholeCard(card)
  }
  throw notFound('product')
}
