import { newId } from '#src/platform/lib/ids.ts'
import { toMinor } from '#src/platform/lib/money.ts'
import type { SampleShop } from '#src/platform/module.ts'
import { initialColumns, presentForReceivers } from './field-values.ts'

/** A product of test deliveries, as receivers see it. */
export function sampleProduct({ id: merchant_id, currency, at }: SampleShop) {
  return presentForReceivers({
    ...initialColumns,
    id: newId(),
    merchant_id,
    sku: 'SAMPLE-MUG',
    name: 'Blue mug (sample)',
    description: 'Sent by the test of a webhook.',
    description_html: null,
    category: 'Kitchen',
    price_minor: toMinor(12, currency) ?? 12,
    currency,
    weight_grams: 350,
    slug: 'blue-mug-sample',
    available: 37,
    pictures: null,
    version: 1,
    created_at: at,
    updated_at: at,
  })
}

/** Two units of it in a line, as carts and orders show it. */
export function sampleLine(shop: SampleShop) {
  const { id, sku, name, slug } = sampleProduct(shop)
  const shown = { image_url: null, slug, group_id: null, options: {}, available_quantity: 37 }
  return { product_id: id, sku, name, quantity: 2, price: 12, total: 24, ...shown }
}
