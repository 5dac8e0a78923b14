import type { Executor } from '#src/platform/db/transaction.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import type { Page, PageRequest } from '#src/platform/lib/page.ts'
import type { ListedCard } from './card-cache.ts'
import { selectCollectionId, selectInOrder } from './collection-queries.ts'
import { countCards } from './count-queries.ts'
import type { ProductFilter } from './filter.ts'
import { type CatalogReader, listCached } from './list-products.ts'

/** No collection has it: a list of one that is not there is empty. */
const noCollection = '00000000-0000-0000-0000-000000000000'

/**
 * The filter with the collection that is named by its id or, within a merchant, by its slug.
 * @throws AppError VALIDATION_ERROR for a slug without a merchant
 */
export async function withCollection(
  db: Executor,
  filter: ProductFilter,
  idOrSlug: string | undefined,
  seenBy: 'shoppers' | 'staff',
): Promise<ProductFilter> {
  if (idOrSlug === undefined) return filter
  if (filter.merchantId === undefined && !isUuid(idOrSlug)) {
    throw invalid({
      field: 'collection',
      message: 'must be the id of the collection unless merchant_id is sent: a slug belongs to one shop',
    })
  }
  const found = await selectCollectionId(db, filter.merchantId, idOrSlug.toLowerCase(), seenBy)
  return { ...filter, collectionId: found ?? noCollection }
}

/** A page of active cards in the order of their collection. */
export async function listInOrder(
  { db, cardCache }: CatalogReader,
  filter: ProductFilter & { collectionId: string },
  request: PageRequest,
): Promise<Page<ListedCard>> {
  const { keys, positions } = await selectInOrder(db, filter, request)
  const total = await request.total(keys.length, () => countCards(db, filter))
  const positionOf = new Map(keys.map(({ id }, index) => [id, positions[index] ?? 0]))
  return listCached({ db, cardCache }, keys, request.limit, total, ({ sortValues: { id } }) => [
    positionOf.get(id) ?? 0,
    id,
  ])
}
