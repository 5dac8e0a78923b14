/** Names of columns, of the current format first (help.shopify.com, "Using CSV files"), then of the previous one. */
export const names = {
  handle: ['url handle', 'handle'],
  title: ['title'],
  description: ['description', 'body (html)', 'body html', 'body'],
  vendor: ['vendor'],
  category: ['product category', 'standardized product type', 'standard product type'],
  type: ['type', 'custom product type', 'product type'],
  tags: ['tags'],
  published: ['published on online store', 'published'],
  status: ['status'],
  sku: ['sku', 'variant sku'],
  barcode: ['barcode', 'variant barcode'],
  name1: ['option1 name'],
  value1: ['option1 value'],
  name2: ['option2 name'],
  value2: ['option2 value'],
  name3: ['option3 name'],
  value3: ['option3 value'],
  price: ['price', 'variant price'],
  compareAt: ['compare-at price', 'compare at price', 'variant compare at price', 'variant compare-at price'],
  cost: ['cost per item', 'variant cost'],
  grams: ['weight value (grams)', 'variant grams'],
  tracker: ['inventory tracker', 'variant inventory tracker'],
  quantity: ['inventory quantity', 'variant inventory qty', 'variant inventory quantity'],
  oversell: ['continue selling when out of stock', 'variant inventory policy'],
  shipping: ['requires shipping', 'variant requires shipping'],
  taxable: ['charge tax', 'variant taxable'],
  taxCode: ['tax code', 'variant tax code'],
  measure: ['unit price total measure'],
  measureUnit: ['unit price total measure unit'],
  base: ['unit price base measure'],
  baseUnit: ['unit price base measure unit'],
  giftCard: ['gift card'],
  image: ['product image url', 'image src', 'image source'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
  variantImage: ['variant image url', 'variant image', 'variant image src'],
  seoTitle: ['seo title'],
  seoDescription: ['seo description'],
} as const
export type Name = keyof typeof names

/** Columns that may be dropped without a note. */
export const quiet = new Map<string, ReadonlySet<string> | undefined>([
  ['fulfillment service', new Set(['manual'])],
  ['variant fulfillment service', new Set(['manual'])],
  ['weight unit for display', undefined],
  ['variant weight unit', undefined],
  ['google shopping / custom product', new Set(['false'])],
])

/** Required columns of a Shopify header, by their keys. */
export function isShopifyHeader(titles: readonly string[]): boolean {
  const keys = new Set(titles)
  return keys.has('title') && names.handle.some((name) => keys.has(name))
}

const titles = new Set<string>(Object.values(names).flat())

export const isShopifyTitle = (key: string): boolean => titles.has(key)
