import { hash } from 'node:crypto'
import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { ListedCard } from '../listing/card-cache.ts'
import type { PresentedCard } from '../listing/cards.ts'
import { pricedFields } from '../products/field-values.ts'
import { type CardPrice, type PriceReader, type PriceRow, selectCardPrices } from './price-queries.ts'

/** For whom cards are shown, and which shops have prices besides their products' own. */
export interface CardReader {
  db: Executor
  prices: PriceReader
  hasPrices(merchantId: string): boolean
}

/**
 * Cards of a page at the prices of their reader, which are those of carts and orders; without those that are not sold
 * there. One statement if a shop of the page has such prices.
 */
export async function priceCards({ db, prices, hasPrices }: CardReader, cards: ListedCard[]): Promise<ListedCard[]> {
  if (!cards.some(({ merchantId }) => hasPrices(merchantId))) return cards
  const read = cards.map((card) => ({
    card,
    product: hasPrices(card.merchantId) ? (JSON.parse(card.json) as PresentedCard) : undefined,
  }))
  const products = read.flatMap(({ product }) => product ?? [])
  const found = await pricesOf(db, prices, products)
  return read.flatMap(({ card, product }) => {
    if (product === undefined) return [card]
    const priced = pricedCard(product, found.get(product.id))
    if (priced === undefined) return []
    if (priced === product) return [card]
    const json = JSON.stringify(priced)
    return [{ ...card, json, digest: hash('sha256', json, 'base64url').slice(0, 22) }]
  })
}

/** One product, or the card of a group. @throws AppError NOT_FOUND where it is not sold to its reader */
export async function priceProduct<Product extends PresentedCard>(
  { db, prices, hasPrices }: CardReader,
  product: Product,
): Promise<Product> {
  if (!hasPrices(product.merchant_id)) return product
  const priced = pricedCard(product, (await pricesOf(db, prices, [product])).get(product.id))
  if (priced === undefined) throw notFound('product')
  return priced
}

interface ShownGroup {
  id: string
  merchant_id: string
  price_range: { min: number; max: number; currency: string } | null
  variants: { id: string; price: number; available: number }[]
}

/** A group with the variants that are sold to its reader. @throws AppError NOT_FOUND if it has none of them */
export async function priceGroup<Group extends ShownGroup>(
  { db, prices, hasPrices }: CardReader,
  group: Group,
): Promise<Group> {
  const { merchant_id: merchantId } = group
  if (!hasPrices(merchantId) || group.variants.length === 0) return group
  const asked = group.variants.map(({ id }) => ({ merchantId, productId: id, groupId: null }))
  const rows = new Map((await selectCardPrices(db, prices, asked)).map((row) => [row.product_id, row]))
  const variants = group.variants.flatMap((variant) => {
    const { in_context, price = null } = rows.get(variant.id) ?? {}
    if (in_context === false) return [variant]
    return price === null ? [] : [{ ...variant, ...pricedFields(price) }]
  })
  if (variants.length === 0) throw notFound('product group')
  const amounts = variants.map(({ price }) => price)
  const { currency } = variants[0] as unknown as { currency: string }
  const price_range = { min: Math.min(...amounts), max: Math.max(...amounts), currency }
  return { ...group, variants, price_range, available: variants.some(({ available }) => available > 0) }
}

async function pricesOf(db: Executor, prices: PriceReader, products: readonly PresentedCard[]) {
  const asked = products.map(({ id, merchant_id, group }) => ({
    merchantId: merchant_id,
    productId: id,
    groupId: group?.id ?? null,
  }))
  return new Map((await selectCardPrices(db, prices, asked)).map((row) => [row.product_id, row]))
}

/** The same card if the shop's own prices count; undefined if it is not sold. */
function pricedCard<Product extends PresentedCard>(
  product: Product,
  found: CardPrice | undefined,
): Product | undefined {
  if (found === undefined || !found.in_context) return product
  const { price, range } = found
  const shown = price ?? cheapest(found)
  if (shown === null) return undefined
  const { group } = product
  if (!group || range === null) return { ...product, ...pricedFields(shown) }
  const { currency } = shown
  const price_range = { min: toMajor(range.min, currency), max: toMajor(range.max, currency), currency }
  return { ...product, ...pricedFields(shown), group: { ...group, variant_count: range.variants, price_range } }
}

/** The card of a group may show a variant that has no price there, found by its words. */
function cheapest({ range }: CardPrice): PriceRow | null {
  return range && { currency: range.currency, price_minor: range.min, compare_at_minor: null, lowest_30d_minor: null }
}
