import { readFileSync } from 'node:fs'
import { presentProduct } from '#src/modules/catalog/index.ts'
import { standardClass } from '#src/modules/taxes/index.ts'
import { changesOf } from '#src/platform/audit/changes.ts'
import { toCommonScale, toMajor, toMinor } from '#src/platform/lib/money.ts'
import { found, type Product, type Shop } from './shop.ts'

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
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    const product = addProduct(shop, JSON.parse(line), shop.staff.owner)
    const price = toMajor(product.price_minor, shop.currency)
    shop.audit('system', 'product.created', product.id, { sku: [null, product.sku], price: [null, price] })
  }
  const stocked = [...shop.products.values()].filter(({ stock }) => stock.on_hand >= 10)
  const scattered = stocked.map((product, n) => ({ product, place: (n * 7_919) % 10_007 }))
  scattered.sort((a, b) => a.place - b.place)
  shop.goods = scattered.slice(0, goodsCount + 1).map(({ product }) => product)
}

/** Adds one by hand. */
export function addByOwner(shop: Shop, line: Line): void {
  const product = addProduct(shop, line, shop.staff.owner)
  const { sku, name, category, status, tax_class, requires_shipping } = product
  const changes = { sku, name, category, price: line.price, status, on_hand: line.on_hand, tax_class, requires_shipping }
  shop.audit('owner', 'product.created', product.id, changesOf(null, changes))
}

function addProduct(shop: Shop, line: Line, actorId: string): Product {
  const { sku, name, description = null, category, price, on_hand, status = 'active' } = line
  const { merchantId, currency } = shop
  const price_minor = toMinor(price, currency) ?? Math.ceil(price)
  const product: Product = {
    id: shop.id(),
    merchant_id: merchantId,
    sku,
    name,
    description,
    category,
    price_minor,
    price_common: toCommonScale(price_minor, currency),
    currency,
    status,
    image_url: null,
    requires_shipping: true,
    weight_grams: null,
    tax_class: standardClass,
    available: on_hand,
    version: 1,
    created_at: shop.now(),
    updated_at: shop.now(),
    stock: { on_hand: 0, reserved: 0, movement_count: 0, ordered: false, updated_at: shop.now() },
  }
  shop.products.set(product.id, product)
  shop.emit({ merchantId, name: 'product.created', data: { product: presentProduct(product) } })
  if (on_hand > 0) shop.move(product, { type: 'opening', onHand: on_hand, reserved: 0, actorId })
  return product
}

export function changeProduct(
  shop: Shop,
  product: Product,
  fields: Partial<Pick<Product, 'description' | 'price_minor' | 'status'>>,
): void {
  const before = { ...product }
  Object.assign(product, fields, { version: product.version + 1, updated_at: shop.now() })
  product.price_common = toCommonScale(product.price_minor, product.currency)
  const { merchantId } = shop
  const shown = presentProduct({ ...product, available: availableOf(product) })
  shop.emit({ merchantId, name: 'product.updated', data: { product: shown } })
  const audited = ({ description, price_minor, status }: Product) => ({
    description,
    price: toMajor(price_minor, shop.currency),
    status,
  })
  shop.audit('manager', 'product.updated', product.id, changesOf(audited(before), audited(product)))
}

/** A tenth more. */
export function raisePrice(shop: Shop, product: Product): void {
  changeProduct(shop, product, { price_minor: Math.ceil(product.price_minor * 1.1) })
}

export function adjustStock(shop: Shop, product: Product, units: number, reason: string): void {
  const before = product.stock.on_hand
  shop.move(product, { type: 'adjustment', onHand: units, reserved: 0, reason, actorId: shop.staff.manager })
  shop.audit('manager', 'stock.updated', product.id, { on_hand: [before, product.stock.on_hand] })
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
    const product = found(shop.goods[goods])
    const more = goods % 8 === 4 ? 0 : 24 + (goods % 5) * 12
    if (availableOf(product) < quantity && more > 0) adjustStock(shop, product, more, 'Delivered by the supplier')
    const units = Math.min(quantity, availableOf(product))
    if (units > 0) taken.push({ product, quantity: units })
  }
  return taken.length > 0 ? taken : takeAvailable(shop, [{ goods: 1, quantity: 1 }])
}
