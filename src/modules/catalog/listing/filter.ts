import { boundToCommonScale } from '#src/platform/lib/money.ts'

/** The filter of a list of cards; an absent field does not restrict it. */
export interface ProductFilter {
  merchantId?: string
  category?: string
  /** Bounds on the common price scale, both included. */
  minPrice?: number
  maxPrice?: number
  inStock?: boolean
  /** True: each variant as a card. False: each group once. */
  variants?: 'all'
  /** Keys of `listings.keys`: brand, tag and options. A card has all of them. */
  keys?: readonly string[]
  /** Only the card of this group, or its variants. */
  groupId?: string
  /** Only the card of the product with exactly this SKU. */
  exactSku?: string
  collectionId?: string
  /** The prices of the cards, which are those that it has; absent: the shop's own. Only of one shop. */
  context?: number
  /** The language of the words and names; absent: the shop's own texts. Only of one shop. */
  language?: string
}

export type ProductSort = 'created_at' | 'price' | 'name'
export type SortOrder = 'asc' | 'desc'

interface FilterQuery {
  category?: string
  merchant_id?: string
  min_price?: number
  max_price?: number
  in_stock?: boolean
  variants?: string
  brand?: string
  tag?: string
  group_id?: string
  sku?: string
}

/** @param options values by name, of `option.Size=M` */
export function readFilter(query: FilterQuery, options: Readonly<Record<string, string>> = {}): ProductFilter {
  const keys = [
    ...(query.brand === undefined ? [] : [`b:${query.brand}`]),
    ...(query.tag === undefined ? [] : [`t:${query.tag}`]),
    ...Object.entries(options).map(([name, value]) => `o:${name}=${value}`),
  ]
  return {
    ...(query.merchant_id !== undefined && { merchantId: query.merchant_id }),
    ...(query.category !== undefined && { category: query.category }),
    ...(query.min_price !== undefined && { minPrice: boundToCommonScale(query.min_price, 'min') }),
    ...(query.max_price !== undefined && { maxPrice: boundToCommonScale(query.max_price, 'max') }),
    ...(query.in_stock !== undefined && { inStock: query.in_stock }),
    ...(query.variants === 'all' && { variants: query.variants }),
    ...(keys.length > 0 && { keys }),
    ...(query.group_id !== undefined && { groupId: query.group_id }),
    ...(query.sku !== undefined && { exactSku: query.sku }),
  }
}

export function readOrder(sort: string, order: string | undefined): SortOrder {
  return (order as SortOrder | undefined) ?? (sort === 'created_at' ? 'desc' : 'asc')
}

/** The filter as part of cursor and cache keys: a cursor is valid for one filter only. */
export function filterKey(filter: ProductFilter): unknown[] {
  const { merchantId, category, minPrice, maxPrice, inStock } = filter
  const usual = [merchantId, category, minPrice, maxPrice, inStock].map((part) => part ?? null)
  const { variants, keys, groupId, exactSku, collectionId, language, context } = filter
  const further = { variants, keys, groupId, exactSku, collectionId, language, context }
  return Object.values(further).every((part) => part === undefined) ? usual : [...usual, JSON.stringify(further)]
}
