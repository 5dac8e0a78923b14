import type { Executor } from '#src/platform/db/transaction.ts'
import type { JsonAnswer } from '#src/platform/http/answers/serialization.ts'
import { presentForShoppers } from '../groups/present.ts'
import { findActiveGroup } from '../groups/read-groups.ts'
import type { PresentedCard } from '../listing/cards.ts'
import { type CatalogReader, findActiveCard } from '../listing/list-products.ts'
import { selectRelatedKeys } from './queries.ts'

/** What a page of a product shows besides the product. */
export const expansions = ['group', 'related'] as const

export interface ProductPage {
  /** An id or, within the shop, a slug. */
  idOrSlug: string
  merchantId: string | undefined
  expand: ReadonlySet<string>
}

/**
 * All that the page of a product shows, as JSON: the cards related to it are JSON already.
 * @throws AppError NOT_FOUND if there is no such product, or it is not active
 */
export async function readProductPage(
  { db, cardCache }: CatalogReader,
  { idOrSlug, merchantId, expand }: ProductPage,
): Promise<JsonAnswer> {
  const card = await findActiveCard(db, idOrSlug, merchantId)
  const group = expand.has('group') && card.group_id !== null ? await groupOf(db, card) : undefined
  const breadcrumbs = card.category === null ? [] : [{ name: card.category }]
  const page = JSON.stringify({ ...card, ...(group && { group }), breadcrumbs })
  const related = expand.has('related') ? await relatedTo({ db, cardCache }, card) : undefined
  const data = related === undefined ? page : `${page.slice(0, -1)},"related":[${related.join()}]}`
  const json = `{"success":true,"data":${data}}`
  return { json, digest: json }
}

async function groupOf(db: Executor, { group_id, merchant_id }: PresentedCard) {
  return presentForShoppers(await findActiveGroup(db, group_id ?? '', merchant_id))
}

async function relatedTo({ db, cardCache }: CatalogReader, card: PresentedCard): Promise<string[]> {
  const { merchant_id: merchantId, category } = card
  const keys = await selectRelatedKeys(db, { merchantId, cardId: card.group_id ?? card.id, category })
  return (await cardCache.read(db, keys)).map(({ json }) => json)
}
