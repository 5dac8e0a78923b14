import { readFileSync } from 'node:fs'
import { initialColumns, presentOwnProduct } from '#src/modules/catalog/index.ts'
import { changesOf } from '#src/platform/audit/changes.ts'
import { toCommonScale, toMajor, toMinor } from '#src/platform/lib/money.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { audit, emit, moveStock, needed, now, type Product, put, rowTimes, type Shop } from './shop.ts'

const file = new URL('../../../tools/demo/products.ndjson', import.meta.url)

/** How many products sell often. One more is taken out of the catalog. */
export const goodsCount = 120

interface Line {
  sku: string
  name: string
  description?: string
  category: string
  price: number
  on_hand: number
  status?: 'active' | 'draft'
}

/** Adds the products of the file, and chooses which sell: of those with stock, some from all over the catalog. */
export function addCatalog(shop: Shop): void {
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { id, sku, price_minor } = addProduct(shop, JSON.parse(line))
    audit(shop, 'system', 'product.created', id, {
      sku: [null, sku],
      price: [null, toMajor(price_minor, shop.currency)],
    })
  }
  const stocked = [...shop.products.values()].filter(({ stock }) => stock.on_hand >= 10)
  const scattered = stocked.map((product, n) => ({ product, place: (n * 7_919) % 10_007 }))
  scattered.sort((a, b) => a.place - b.place)
  shop.goods = scattered.slice(0, goodsCount + 1).map(({ product }) => product)
}

/** Adds one by hand. */
export function addByOwner(shop: Shop, line: Line): void {
  const { id, sku, name, category, status, tax_class, requires_shipping } = addProduct(shop, line)
  const { price, on_hand } = line
  const changes = changesOf(null, { sku, name, category, price, status, on_hand, tax_class, requires_shipping })
  audit(shop, 'owner', 'product.created', id, changes)
}

function addProduct(shop: Shop, { sku, name, description, category, price, on_hand, status }: Line): Product {
  const { merchantId, currency } = shop
  const price_minor = toMinor(price, currency) ?? Math.ceil(price)
  const id = shop.id()
  const belongs = { merchant_id: merchantId, product_id: id }
  const product: Product = put(shop, 'products', {
    ...initialColumns,
    id,
    merchant_id: merchantId,
    sku,
    name,
    description: description ?? null,
    category,
    ...labelsOf(name),
    price_minor,
    price_common: toCommonScale(price_minor, currency),
    currency,
    status: status ?? 'active',
    slug: takeSlug(shop, id, name),
    available: on_hand,
    in_stock: false,
    version: 1,
    ...rowTimes(shop),
    stock: { ...belongs, on_hand: 0, reserved: 0, movement_count: 0, ordered: false, updated_at: now(shop) },
  })
  put(shop, 'stock', product.stock)
  shop.products.set(id, product)
  emit(shop, { merchantId, name: 'product.created', data: { product: presentOwnProduct(product) } })
  if (on_hand > 0) moveStock(shop, product, { type: 'opening', onHand: on_hand, actorId: shop.staff.owner })
  return product
}

/** Ranges of the shop, by a word that their products have in their name. */
const brands = ['Retrospot', 'Regency', 'Spaceboy', 'Feltcraft', 'Babushka', 'Dolly Girl', 'Charlie + Lola', 'Suki']
const tags: [tag: string, words: RegExp][] = [
  ['vintage', /\b(?:vintage|antique|retro)/i],
  ['gift', /\b(?:gift|wrap|card|ribbon)/i],
  ['wood', /\bwood/i],
  ['children', /\b(?:kids?|children'?s?|childs?|baby|toys?|spaceboy|dolly girl|fairy)\b/i],
]

function labelsOf(name: string): { brand: string | null; tags: string[] } {
  return {
    brand: brands.find((brand) => name.includes(brand)) ?? null,
    tags: tags.filter(([, words]) => words.test(name)).map(([tag]) => tag),
  }
}

/** Made of the name; that of a name that has one already ends in a number. */
function takeSlug(shop: Shop, productId: string, name: string): string {
  const made = slugOf(name) || 'product'
  let slug = made
  for (let n = 2; shop.slugs.has(slug); n++) slug = `${made}-${n}`
  shop.slugs.add(slug)
  put(shop, 'slugs', { merchant_id: shop.merchantId, slug, product_id: productId, group_id: null })
  return slug
}

export function changeProduct(
  shop: Shop,
  product: Product,
  fields: Partial<Pick<Product, 'description' | 'price_minor' | 'status'>>,
): void {
  const audited = () => ({
    description: product.description,
    price: toMajor(product.price_minor, product.currency),
    status: product.status,
  })
  const before = audited()
  Object.assign(product, fields, { version: product.version + 1, updated_at: now(shop) })
  product.price_common = toCommonScale(product.price_minor, product.currency)
  const shown = presentOwnProduct({ ...product, available: availableOf(product) })
  emit(shop, { merchantId: shop.merchantId, name: 'product.updated', data: { product: shown } })
  audit(shop, 'manager', 'product.updated', product.id, changesOf(before, audited()))
}

/** A tenth more. */
export function raisePrice(shop: Shop, product: Product): void {
  changeProduct(shop, product, { price_minor: Math.ceil(product.price_minor * 1.1) })
}

export function adjustStock(shop: Shop, product: Product, units: number, reason: string): void {
  const before = product.stock.on_hand
  moveStock(shop, product, { type: 'adjustment', onHand: units, reason, actorId: shop.staff.warehouse })
  audit(shop, 'warehouse', 'stock.updated', product.id, { on_hand: [before, product.stock.on_hand] })
}

export function availableOf({ stock }: Product): number {
  return stock.on_hand - stock.reserved
}

/** A line of a basket. */
export interface Wanted {
  /** Number of one of the goods, each once. */
  goods: number
  quantity: number
}

export interface Taken {
  product: Product
  quantity: number
}

/** What there is of it. The supplier brings more of most goods; what they bring no more of sells out. */
export function takeAvailable(shop: Shop, wanted: readonly Wanted[]): Taken[] {
  const taken: Taken[] = []
  for (const { goods, quantity } of wanted) {
    const product = needed(shop.goods[goods])
    const more = goods % 8 === 4 ? 0 : 24 + (goods % 5) * 12
    if (availableOf(product) < quantity && more > 0) adjustStock(shop, product, more, 'Delivered by the supplier')
    const units = Math.min(quantity, availableOf(product))
    if (units > 0) taken.push({ product, quantity: units })
  }
  return taken.length > 0 ? taken : takeAvailable(shop, [{ goods: 1, quantity: 1 }])
}
