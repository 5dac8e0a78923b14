import { readChosenIds } from '#src/platform/http/requests/chosen-ids.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import type { Page } from '#src/platform/lib/page.ts'
import { totalOf } from '#src/platform/lib/totals.ts'
import type { ListedCard } from './card-cache.ts'
import { selectCardKeys } from './card-queries.ts'
import type { CatalogReader } from './list-products.ts'

/** Maximum ids of a list: a page has no more. */
export const maxIds = 100

/** What a list of ids may be combined with: its shop, and its reader, and what lists have defaults of. */
const combined = new Set(['ids', 'merchant_id', 'market', 'country', 'locale', 'limit', 'offset'])

/**
 * The ids that a list is asked for, each once; undefined if it is asked for by filters.
 * @throws AppError VALIDATION_ERROR, also for filters beside ids
 */
export function readIds(query: { ids?: string; offset: number }): string[] | undefined {
  if (query.ids === undefined) return undefined
  const others = Object.entries(query).filter(([name, value]) => value !== undefined && !combined.has(name))
  const named = query.offset === 0 ? others : [...others, ['offset', query.offset] as const]
  const faults = named.map(([field]): FieldFault => ({ field, message: 'must not be sent with ids' }))
  if (faults.length > 0) throw invalid(...faults)
  return readChosenIds(query.ids, maxIds)
}

/** The active cards with these ids in their order, on one page: products, variants by themselves, and groups. */
export async function listByIds(
  { db, cardCache }: CatalogReader,
  ids: readonly string[],
  merchantId: string | undefined,
): Promise<Page<ListedCard>> {
  const items = await cardCache.read(db, await selectCardKeys(db, ids, merchantId))
  return { items, total: totalOf(items.length), hasMore: false, last: undefined }
}
