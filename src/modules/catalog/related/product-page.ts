import type { Executor } from '#src/platform/db/transaction.ts'
import type { JsonAnswer } from '#src/platform/http/answers/serialization.ts'
import { presentForShoppers } from '../groups/present.ts'
import { findActiveGroup } from '../groups/read-groups.ts'
import type { CardCache } from '../listing/card-cache.ts'
import type { PresentedCard } from '../listing/cards.ts'
import { type CatalogReader, findActiveCard } from '../listing/list-products.ts'
import { showCards, showGroup, showProduct, type Viewer } from '../prices/shown.ts'
import { selectRelatedKeys } from './queries.ts'

/** What a page of a product shows besides the product. */
export const expansions = ['group', 'related'] as const

export interface ProductPage {
  /** An id or, within the shop, a slug. */
  idOrSlug: string
  merchantId: string | undefined
  viewer: (db: Executor) => Viewer
  expand: ReadonlySet<string>
}

/**
 * All that the page of a product shows, as JSON: the cards related to it are JSON already.
 * @throws AppError NOT_FOUND if there is no such product, or it is not active
 */
export async function readProductPage(
  { db, cardCache }: CatalogReader,
  { idOrSlug, merchantId, viewer, expand }: ProductPage,
): Promise<JsonAnswer> {
  const reader = viewer(db)
  const card = await showProduct(reader, await findActiveCard(db, idOrSlug, merchantId))
  const group = expand.has('group') && card.group_id !== null ? await groupOf(reader, card) : undefined
  const breadcrumbs = card.category === null ? [] : [{ name: card.category }]
  const page = JSON.stringify({ ...card, ...(group && { group }), breadcrumbs })
  const related = expand.has('related') ? await relatedTo(reader, cardCache, card) : undefined
  const data = related === undefined ? page : `${page.slice(0, -1)},"related":[${related.join()}]}`
  const json = `{"success":true,"data":${data}}`
  return { json, digest: json }
}

async function groupOf(reader: Viewer, { group_id, merchant_id }: PresentedCard) {
  return showGroup(reader, presentForShoppers(await findActiveGroup(reader.db, group_id ?? '', merchant_id)))
}

async function relatedTo(reader: Viewer, cardCache: CardCache, card: PresentedCard): Promise<string[]> {
  const { merchant_id: merchantId, category } = card
  const keys = await selectRelatedKeys(reader.db, { merchantId, cardId: card.group_id ?? card.id, category })
  return (await showCards(reader, await cardCache.read(reader.db, keys))).map(({ json }) => json)
}
