import { type Static, Type } from 'typebox'
import { TaxClass } from '#src/modules/taxes/index.ts'
import { body, line, Nullable, named, paragraphs, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { MediaIds, Pictures, presentPictures } from '#src/platform/http/picture.ts'
import { maxAmount, toMajor } from '#src/platform/lib/money.ts'
import { textCharacter } from '#src/platform/lib/text-pattern.ts'
import type { ShownProduct } from './queries.ts'
import { statuses } from './statuses.ts'

export const Product = named(
  'Product',
  Type.Object({
    id: Uuid,
    merchant_id: Type.String({ format: 'uuid' }),
    sku: Type.String({ examples: ['85123A'] }),
    name: Type.String({ examples: ['White Hanging Heart T-Light Holder'] }),
    description: Nullable(Type.String()),
    category: Nullable(Type.String({ examples: ['Candles & Lighting'] })),
    price: Type.Number({ description: 'In major units of `currency`.', examples: [2.55] }),
    currency: Type.String({ examples: ['GBP'] }),
    status: Type.String({ enum: [...statuses] }),
    image_url: Nullable(
      Type.String({ description: '`url` of the first of `media`; without any, the address that was set.' }),
    ),
    media: Pictures,
    requires_shipping: Type.Boolean({ description: 'False of what is not sent, such as a voucher.' }),
    weight_grams: Nullable(Type.Integer({ description: 'With its packing; null counts as 0.', examples: [350] })),
    tax_class: Type.String({ description: 'Which of the shop’s tax rates it takes.', examples: ['standard'] }),
    available: Type.Integer({ description: 'What can be bought now: on hand and not reserved.' }),
    version: Type.Integer({
      description: 'Grows with each change of the product, not with `available`.',
      examples: [1],
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)

/** A product as answers and events show it. */
export type PresentedProduct = Readonly<Static<typeof Product>>

export function presentProduct(row: ShownProduct): PresentedProduct {
  const media = presentPictures(row.pictures)
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    sku: row.sku,
    name: row.name,
    description: row.description,
    category: row.category,
    price: toMajor(row.price_minor, row.currency),
    currency: row.currency,
    status: row.status,
    image_url: media[0]?.url ?? row.image_url,
    media,
    requires_shipping: row.requires_shipping,
    weight_grams: row.weight_grams,
    tax_class: row.tax_class,
    available: row.available,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export const Sku = line({ max: 100, description: 'Unique within the merchant.', examples: ['85123A'] })
export const ProductName = line({ max: 200, examples: ['White Hanging Heart T-Light Holder'] })
export const Description = Nullable(paragraphs({ max: 10_000 }))
export const CategoryName = Nullable(line({ max: 100, examples: ['Candles & Lighting'] }))
export const Price = Type.Number({
  minimum: 0,
  maximum: maxAmount,
  description: 'In major units of the merchant’s currency, with no more decimals than it has.',
  examples: [2.55],
})
export const ImageUrl = Nullable(
  Type.String({
    maxLength: 2_000,
    pattern: `^https?://${textCharacter('\\s')}+$`,
    description: 'An http or https address; only where there are no `media`.',
    examples: ['https://cdn.example.com/22423.jpg'],
  }),
)
export const Status = Type.String({ enum: [...statuses] })

const largestWeight = 1_000_000_000

/** Fields that decide what shipping and tax cost. */
const charged = {
  requires_shipping: Type.Optional(
    Type.Boolean({ description: 'False of what is not sent, such as a voucher. Default: true.' }),
  ),
  weight_grams: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: largestWeight, description: 'With its packing.', examples: [350] })),
  ),
  tax_class: Type.Optional(TaxClass),
}

export const CreateProduct = body('CreateProduct', {
  sku: Sku,
  name: ProductName,
  description: Type.Optional(Description),
  category: Type.Optional(CategoryName),
  price: Price,
  status: Type.Optional(Type.String({ enum: [...statuses], description: 'Default: active.' })),
  image_url: Type.Optional(ImageUrl),
  media: Type.Optional(MediaIds),
  ...charged,
  on_hand: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'What is on hand at first; 0 if left out.' }),
  ),
})

export const UpdateProduct = body('UpdateProduct', {
  sku: Type.Optional(Sku),
  name: Type.Optional(ProductName),
  description: Type.Optional(Description),
  category: Type.Optional(CategoryName),
  price: Type.Optional(Price),
  status: Type.Optional(Status),
  image_url: Type.Optional(ImageUrl),
  media: Type.Optional(MediaIds),
  ...charged,
  expected_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The `version` that is changed: 409 `CONFLICT` if the product has another by now.',
      examples: [1],
    }),
  ),
})
