import { Type } from 'typebox'
import { line, named, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'

/** Query parameters of ProductFilter, for lists and searches. */
export const filterParameters = {
  category: Type.Optional(line({ max: 100, description: 'Products of exactly this category.' })),
  merchant_id: Type.Optional(Uuid),
  min_price: Type.Optional(
    Type.Number({ minimum: 0, maximum: maxAmount, description: 'In major units of the product’s own currency.' }),
  ),
  max_price: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmount })),
  in_stock: Type.Optional(
    Type.Boolean({ description: 'True: only products that can be bought now. False: only those that cannot.' }),
  ),
  brand: Type.Optional(line({ max: 100, description: 'Products of exactly this brand.' })),
  tag: Type.Optional(line({ max: 50, description: 'Products with exactly this tag.' })),
  group_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'The group, or with `variants=all` its variants.' }),
  ),
  sku: Type.Optional(line({ max: 100, description: 'The product with exactly this SKU, or the group that has it.' })),
  collection: Type.Optional(
    line({ max: 200, description: 'Products of this collection: its id or, with `merchant_id`, its slug.' }),
  ),
  variants: Type.Optional(
    Type.String({ enum: ['one', 'all'], description: '`one`, the default: each group once. `all`: each variant.' }),
  ),
}

/** `option.Size=M`: products with this option that can be bought now. */
export const optionParameters = { '^option\\.': line({ max: 100 }) }

/** The values of `option.…` by their names. */
export function optionsOf(query: object): Record<string, string> {
  const mark = 'option.'
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (name.startsWith(mark) ? [[name.slice(mark.length), value]] : [])),
  )
}

export const orderParameter = Type.Optional(
  Type.String({ enum: ['asc', 'desc'], description: 'Default: desc for created_at, asc for price and name.' }),
)

export const Category = named(
  'Category',
  Type.Object({
    name: Type.String({ examples: ['Candles & Lighting'] }),
    product_count: Type.Integer({ description: 'Number of active products.' }),
  }),
)
