import type { CatalogReading } from '#src/modules/markets/index.ts'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { ListedCard } from '../listing/card-cache.ts'
import type { PresentedCard } from '../listing/cards.ts'
import { type Reader, translateCards, translateGroup, translateProduct } from '../translations/translate.ts'
import { type CardReader, priceCards, priceGroup, priceProduct } from './price-cards.ts'

/** Whoever reads a catalog: in which texts, and at which prices. */
export type Viewer = Reader & CardReader

export function viewerOf(
  { merchants }: { merchants: MerchantDirectory },
  merchantId: string | undefined,
  { locales, prices }: Pick<CatalogReading, 'locales' | 'prices'>,
): (db: Executor) => Viewer {
  const hasPrices = (id: string) => merchants.hasPrices(id)
  return (db) => ({ db, merchantId, locales, prices, hasPrices })
}

/** Cards of a page as their reader sees them. */
export async function showCards(viewer: Viewer, cards: readonly ListedCard[]): Promise<ListedCard[]> {
  return translateCards(viewer, await priceCards(viewer, [...cards]))
}

/** @throws AppError NOT_FOUND if it is not sold to its reader */
export async function showProduct<Product extends PresentedCard>(viewer: Viewer, product: Product): Promise<Product> {
  return translateProduct(viewer, await priceProduct(viewer, product))
}

/** @throws AppError NOT_FOUND if none of its variants is sold to its reader */
export async function showGroup<Group extends Parameters<typeof translateGroup>[1] & Parameters<typeof priceGroup>[1]>(
  viewer: Viewer,
  group: Group,
): Promise<Group> {
  return translateGroup(viewer, await priceGroup(viewer, group))
}
