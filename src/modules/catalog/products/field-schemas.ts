import { type Static, Type } from 'typebox'
import { Picture } from '#src/modules/media/index.ts'
import { line, Nullable, named, paragraphs, texts } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'
import { textCharacter } from '#src/platform/lib/text-pattern.ts'
import { statuses } from './statuses.ts'
import { vouchers } from './vouchers.ts'
import { withdrawals } from './withdrawals.ts'

/** Schemas of values in bodies and files. */
export const Sku = line({ max: 100, description: 'Unique within the merchant.', examples: ['85123A'] })
export const ProductName = line({ max: 200, examples: ['White Hanging Heart T-Light Holder'] })
export const Description = Nullable(
  paragraphs({
    max: 100_000,
    description: 'At most 10,000 characters; more only beside the `description_html` that it is the text of.',
  }),
)
export const DescriptionHtml = Nullable(
  paragraphs({
    max: 100_000,
    description:
      'The description as HTML, at most 100 kB, which sets `description`, and counts where both are given. Elements: ' +
      'p, br, h2 to h4, ul, ol, li, strong, em, u, s, a[href], blockquote, code, hr, table, thead, tbody, tr, ' +
      'th[scope, colspan, rowspan], td[colspan, rowspan], img[src of a picture of the shop, alt, width, height], ' +
      'figure, figcaption; others are refused. Other attributes and addresses are removed: see `removed`. ' +
      'Null clears both.',
    examples: ['<p>Hangs from a <strong>cotton</strong> loop.</p>'],
  }),
)
export const ProductPictures = Type.Array(
  named(
    'ProductPicture',
    Type.Object({
      ...Picture.properties,
      of_group: Type.Boolean({ description: 'Whether it is not the variant’s own, but one of its group’s.' }),
    }),
  ),
  {
    description:
      'Those that are ready, in their order: its own, then those of its group, of which the ones for a value of an ' +
      'option come first.',
  },
)
export const ShownHtml = Nullable(
  Type.String({
    description: 'The description as HTML; one that was written as text has its paragraphs and links.',
    examples: ['<p>Hangs from a <strong>cotton</strong> loop.</p>'],
  }),
)
export const Removed = Type.Optional(
  Type.Array(
    Type.Object({
      element: Type.String({ examples: ['a'] }),
      attribute: Type.String({ examples: ['href'] }),
      value: Type.Optional(Type.String({ description: 'Of an address.', examples: ['javascript:open()'] })),
    }),
    { description: 'Attributes of the `description_html` of the body that were not kept, if there were any.' },
  ),
)
export const CategoryName = Nullable(line({ max: 100, examples: ['Candles & Lighting'] }))
export const Price = Type.Number({
  minimum: 0,
  maximum: maxAmount,
  description: 'In major units of the merchant’s currency, with no more decimals than it has.',
  examples: [2.55],
})
export const CompareAtPrice = Nullable(
  Type.Number({
    minimum: 0,
    maximum: maxAmount,
    description: 'The usual price, which is above `price`.',
    examples: [3.95],
  }),
)
export const UnitCost = Nullable(
  Type.Number({
    minimum: 0,
    maximum: maxAmount,
    description: 'Purchase cost of one unit, without tax. Only staff sees it.',
    examples: [1.1],
  }),
)
export const Status = Type.String({ enum: [...statuses], description: 'Default for a new product: active.' })
export const Withdrawal = Type.String({
  enum: [...withdrawals],
  description:
    'Whether consumers in the EU may withdraw, or why not (Directive 2011/83/EU, article 16). Default: allowed.',
})
export const GiftCardProduct = Type.Boolean({
  description:
    'Each unit is a gift card worth its price, issued when its order is paid and mailed. It is not shipped, in no ' +
    'promotion and no minimum, and not paid with stored value. Default: false.',
})
export const VoucherKind = Type.String({
  enum: [...vouchers],
  description:
    'Of a gift card (Directive 2006/112/EC, article 30b): `multi`, what it buys is taxed; `single`, the card is ' +
    'taxed when it is sold, by `tax_class` and `voucher_country`. Default: multi.',
})
export const VoucherCountry = Nullable(
  Type.String({ pattern: '^[A-Z]{2}$', description: 'Of a `single` voucher: ISO 3166-1 alpha-2.', examples: ['DE'] }),
)
export const ImageUrl = Nullable(
  Type.String({
    maxLength: 2_000,
    pattern: `^https?://${textCharacter('\\s')}+$`,
    description: 'An http or https address.',
    examples: ['https://cdn.example.com/22423.jpg'],
  }),
)
export const OnHand = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'Initial units on hand. Default: 0.',
})
export const RequiresShipping = Type.Boolean({
  description: 'False for a product that is not sent, such as a download. Default: true.',
})
export const WeightGrams = Nullable(
  Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Weight with packing.', examples: [350] }),
)

export const Gtin = Nullable(
  Type.String({
    pattern: '^(?:[0-9]{8}|[0-9]{12,14})$',
    description: '8, 12, 13 or 14 digits, of which the last is the check digit.',
    examples: ['4006381333931'],
  }),
)
export const Tags = Nullable(Type.Array(line({ max: 50, examples: ['sale'] }), { maxItems: 50 }))
export const SeoTitle = Nullable(line({ max: 200 }))
export const SeoDescription = Nullable(line({ max: 500 }))
export const Seo = Nullable(
  Type.Object(
    { title: Type.Optional(SeoTitle), description: Type.Optional(SeoDescription) },
    { additionalProperties: false, description: 'Texts for search engines. Omitted parts keep their value.' },
  ),
)
export const Metadata = Nullable(
  texts({
    keys: 50,
    key: 100,
    value: 500,
    description: 'The shop’s own texts. Shoppers see those whose key begins with `public_`.',
    examples: [{ supplier: 'Mill & Co', public_care: 'Wash cold' }],
  }),
)

const unitsOf = {
  weight: ['mg', 'g', 'kg', 'oz', 'lb'],
  volume: ['ml', 'cl', 'l', 'm3'],
  length: ['mm', 'cm', 'm'],
  area: ['cm2', 'm2'],
  count: ['ct'],
}
const measureOf = new Map(Object.entries(unitsOf).flatMap(([kind, units]) => units.map((unit) => [unit, kind])))

/** Units of quantities. */
export const isUnit = (text: string): boolean => measureOf.has(text)

/** Whether both are weights, both volumes, and so on. */
export function areComparable(unit: string, other: string): boolean {
  return measureOf.get(unit) === measureOf.get(other)
}

const Quantity = (examples: object[]) =>
  Type.Object(
    {
      value: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
      unit: Type.String({ enum: [...measureOf.keys()] }),
    },
    { additionalProperties: false, examples },
  )
const UnitPricingObject = Type.Object(
  { measure: Quantity([{ value: 0.75, unit: 'l' }]), base: Quantity([{ value: 1, unit: 'l' }]) },
  { additionalProperties: false, description: 'The sold quantity, and the reference quantity of the unit price.' },
)
export type UnitPricingValue = Static<typeof UnitPricingObject>
export const UnitPricing = Nullable(UnitPricingObject)
/** A quantity as files write it; `import/unit-quantities.ts` reads it. */
export const QuantityText = Nullable(line({ max: 50, examples: ['0.75 l'] }))

/** The form of Shopify's handles. */
export const maxSlugLength = 255
export const Slug = Nullable(
  line({
    max: maxSlugLength,
    description: 'Name in addresses: lower-case words separated by hyphens. Null: made from the name.',
    examples: ['white-hanging-heart'],
  }),
)
