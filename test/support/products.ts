import type { NewProduct } from '#src/modules/catalog/products/field.ts'
import { makeSlugs } from '#src/modules/catalog/products/slugs.ts'
import { openStock } from '#src/modules/inventory/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toCommonScale, toMinor } from '#src/platform/lib/money.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { type TestApp, unique } from './app.ts'

export interface TestProduct {
  id: string
  sku: string
  name: string
  price: number
}

interface ProductOptions {
  price?: number
  onHand?: number
  status?: 'draft' | 'active' | 'archived'
  sku?: string
  name?: string
  category?: string | null
  description?: string | null
  createdAt?: Date
  requiresShipping?: boolean
  weightGrams?: number | null
  taxClass?: string
  imageUrl?: string
  /** Other columns. */
  columns?: Partial<NewProduct>
}

/** Active products with stock, inserted as rows, for tests that do not test their creation. */
export async function makeProducts(
  service: Pick<TestApp, 'deps'>,
  merchant: { id: string; currency: string },
  all: readonly ProductOptions[],
): Promise<TestProduct[]> {
  const now = new Date()
  const products = all.map((options) => {
    const sku = options.sku ?? unique('SKU')
    const { price = 10, onHand = 100, name = `Product ${sku}` } = options
    return { ...options, id: newId(), sku, name, price, onHand }
  })
  await inTransaction(service.deps.db, async (transaction) => {
    const slugs = await makeSlugs(transaction, merchant.id, products)
    const rows = products.map((product) => {
      const price_minor = toMinor(product.price, merchant.currency)
      if (price_minor === undefined) throw new Error(`${product.price} is no amount of ${merchant.currency}`)
      return {
        merchant_id: merchant.id,
        currency: merchant.currency,
        id: product.id,
        sku: product.sku,
        name: product.name,
        category: product.category ?? null,
        description: product.description ?? null,
        status: product.status ?? 'active',
        price_minor,
        price_common: toCommonScale(price_minor, merchant.currency),
        // `in_stock` is correct from the start: a product that the trigger corrects is written twice, with every index.
        in_stock: product.onHand > 0,
        requires_shipping: product.requiresShipping ?? true,
        weight_grams: product.weightGrams ?? null,
        tax_class: product.taxClass ?? 'standard',
        image_url: product.imageUrl ?? null,
        slug: slugs.get(product.id) ?? null,
        created_at: product.createdAt ?? now,
        updated_at: now,
        ...product.columns,
      }
    })
    await transaction.insertInto('products').values(rows).execute()
    const opening = products.map(({ id, sku, name, onHand }) => ({ productId: id, sku, name, onHand }))
    await openStock(transaction, null, merchant.id, opening)
  })
  return products.map(({ id, sku, name, price }) => ({ id, sku, name, price }))
}

export async function makeProduct(
  service: Pick<TestApp, 'deps'>,
  merchant: { id: string; currency: string },
  options: ProductOptions = {},
): Promise<TestProduct> {
  const [product] = await makeProducts(service, merchant, [options])
  if (product === undefined) throw new Error('no product was made')
  return product
}

/** What answers say of a product in which nothing else was set. */
export const unsetFields = {
  gift_card: false,
  voucher: 'multi',
  voucher_country: null,
  withdrawal: 'allowed',
  media: [],
  brand: null,
  gtin: null,
  tags: [],
  compare_at_price: null,
  lowest_price_30d: null,
  reduction: null,
  seo: { title: null, description: null },
  unit_pricing: null,
  metadata: {},
  group_id: null,
  options: {},
  position: 0,
}

/** What a line of a cart, a quote or an order says of such a product. */
export function unsetLine({ name }: TestProduct, available_quantity: number) {
  return { image_url: null, slug: slugOf(name), group_id: null, options: {}, available_quantity }
}
