import { readFileSync } from 'node:fs'
import { givePicture } from './give-picture.ts'
import { findGroups } from './groups.ts'
import { pictureFor } from './pictures.ts'
import { notePrice } from './prices.ts'
import type { Product } from './rows.ts'
import { audit, emit, moveStock, needed, now, put, rowTimes, type Shop } from './shop.ts'

/** One product a line. */
export const productsFile = new URL('products.ndjson', import.meta.url)

/** Number of best-selling products. One more is removed from the catalog. */
export const goodsCount = 120

interface Line {
  sku: string
  name: string
  description?: string
  category: string
  price: number
  on_hand: number
  status?: 'active' | 'draft'
  gift_card?: boolean
}

/** Adds the products of the file, and chooses the best sellers: products with stock, from all over the catalog. */
export function addCatalog(shop: Shop): void {
  const lines = readFileSync(productsFile, 'utf8').trim().split('\n')
  const products = lines.map((line): Line => JSON.parse(line))
  const variants = addGroups(shop, products)
  for (const line of products) {
    const { id, sku, price_minor } = addProduct(shop, line, variants.get(line.sku))
    audit(shop, 'system', 'product.created', id, {
      sku: [null, sku],
      price: [null, shop.service.toMajor(price_minor, shop.currency)],
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
  const changes = shop.service.changesOf(null, {
    sku,
    name,
    category,
    price,
    status,
    on_hand,
    tax_class,
    requires_shipping,
  })
  audit(shop, 'owner', 'product.created', id, changes)
}

type Copied = 'name' | 'description' | 'slug' | 'brand' | 'tags' | 'group_id' | 'group_name' | 'options' | 'position'
type OfGroup = Pick<Product, Copied | 'media'> & { options_key: string }

/** Makes groups of the products whose names differ in a size or a colour; answers their variants by SKU. */
function addGroups(shop: Shop, products: readonly Line[]): Map<string, OfGroup> {
  const bySku = new Map(products.map((line) => [line.sku, line]))
  const groups = findGroups(products).map(({ name, variesBy, options }) => {
    const id = shop.id()
    const lines = [...options.keys()].flatMap((sku) => bySku.get(sku) ?? [])
    const { category, description = null } = needed(lines[0])
    const slug = useSlug(shop, { group_id: id }, name)
    const labels = labelsOf(name)
    const pictures = lines.map((line) => givePicture(shop, pictureFor(line)))
    const media = [...new Set(pictures)]
    const shared = { name, slug, description, category, ...labels, media, seo_title: null, seo_description: null }
    const row = { id, merchant_id: shop.merchantId, ...shared, varies_by: variesBy, metadata: {}, status: 'active' }
    put(shop, 'product_groups', { ...row, version: 1, ...rowTimes(shop) })
    const variants = [...options].map(([sku, values], position): [string, OfGroup] => {
      const full = shop.service.variantName(name, variesBy, values)
      const place = { options: values, options_key: shop.service.optionsKey(variesBy, values), position }
      // Of its own, unless all show the same.
      const own = media.length > 1 ? pictures.slice(position, position + 1) : []
      return [sku, { name: full, description, slug, ...labels, group_id: id, group_name: name, media: own, ...place }]
    })
    return variants
  })
  return new Map(groups.flat())
}

function addProduct(shop: Shop, line: Line, ofGroup?: OfGroup): Product {
  const { sku, name, description, category, price, on_hand, status } = line
  const { merchantId, currency } = shop
  const price_minor = shop.service.toMinor(price, currency) ?? Math.ceil(price)
  const id = shop.id()
  const belongs = { merchant_id: merchantId, product_id: id }
  const product: Product = put(shop, 'products', {
    ...shop.service.initialColumns,
    id,
    merchant_id: merchantId,
    sku,
    name,
    description: description ?? null,
    category,
    ...labelsOf(name),
    price_minor,
    price_common: shop.service.toCommonScale(price_minor, currency),
    // Between 35 and 59 % of the price; of gift cards none.
    unit_cost_minor: line.gift_card
      ? null
      : Math.round((price_minor * (35 + ((sku.length * 7 + name.length) % 25))) / 100),
    currency,
    gift_card: line.gift_card ?? false,
    requires_shipping: !line.gift_card,
    status: status ?? 'active',
    slug: ofGroup?.slug ?? useSlug(shop, { product_id: id }, name),
    media: ofGroup === undefined ? [givePicture(shop, pictureFor(line))] : [],
    ...ofGroup,
    reduced_since: null,
    available: on_hand,
    pictures: null,
    in_stock: false,
    version: 1,
    ...rowTimes(shop),
    stock: { ...belongs, on_hand: 0, reserved: 0, movement_count: 0, ordered: false, updated_at: now(shop) },
  })
  notePrice(shop, product)
  put(shop, 'stock', product.stock)
  shop.products.set(id, product)
  emit(shop, { merchantId, name: 'product.created', data: { product: shop.service.presentEventProduct(product) } })
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
function useSlug(shop: Shop, of: { product_id: string } | { group_id: string }, name: string): string {
  const made = shop.service.slugOf(name) || 'product'
  let slug = made
  for (let n = 2; shop.slugs.has(slug); n++) slug = `${made}-${n}`
  shop.slugs.add(slug)
  put(shop, 'slugs', { merchant_id: shop.merchantId, slug, product_id: null, group_id: null, ...of })
  return slug
}

type Changed = 'description' | 'price_minor' | 'status' | 'compare_at_minor' | 'reduced_since' | 'lowest_30d_minor'

export function changeProduct(shop: Shop, product: Product, fields: Partial<Pick<Product, Changed>>): void {
  const audited = () => ({
    description: product.description,
    price: shop.service.toMajor(product.price_minor, product.currency),
    compare_at_price: product.compare_at_minor && shop.service.toMajor(product.compare_at_minor, product.currency),
    status: product.status,
  })
  const before = audited()
  Object.assign(product, fields, { version: product.version + 1, updated_at: now(shop) })
  product.price_common = shop.service.toCommonScale(product.price_minor, product.currency)
  notePrice(shop, product)
  const shown = shop.service.presentEventProduct({ ...product, available: availableOf(product) })
  emit(shop, { merchantId: shop.merchantId, name: 'product.updated', data: { product: shown } })
  audit(shop, 'manager', 'product.updated', product.id, shop.service.changesOf(before, audited()))
}

/** Adds 10 %. */
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

/** What a line of a cart or an order shows of its product. */
export function lineProductOf(product: Pick<Product, 'image_url' | 'group_id' | 'slug' | 'options' | 'stock'>) {
  const { image_url, group_id, slug, options, stock } = product
  return { picture: null, image_url, group_id, slug, options, available: stock.on_hand - stock.reserved }
}

export interface BasketLine {
  /** Index of the product, each once. */
  goods: number
  quantity: number
}

export interface ReservedLine {
  product: Product
  quantity: number
}

/** Initial stock. The supplier restocks most products; the others sell out. */
export function reserveAvailable(shop: Shop, basketLines: readonly BasketLine[]): ReservedLine[] {
  const reserved: ReservedLine[] = []
  for (const { goods, quantity } of basketLines) {
    const product = needed(shop.goods[goods])
    const more = goods % 8 === 4 ? 0 : 24 + (goods % 5) * 12
    if (availableOf(product) < quantity && more > 0) adjustStock(shop, product, more, 'Delivered by the supplier')
    const units = Math.min(quantity, availableOf(product))
    if (units > 0) reserved.push({ product, quantity: units })
  }
  return reserved.length > 0 ? reserved : reserveAvailable(shop, [{ goods: 1, quantity: 1 }])
}
