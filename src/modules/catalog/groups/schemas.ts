import { type Static, Type } from 'typebox'
import { Picture } from '#src/modules/media/index.ts'
import { body, expectedVersion, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { PriceRange } from '../listing/cards.ts'
import { Removed } from '../products/field-schemas.ts'
import { byOption, exampleOptions, maxOptions, OptionValues, Position } from '../products/membership-schemas.ts'
import { inputs, Listed, optional, Product } from '../products/schemas.ts'
import { statuses } from '../products/statuses.ts'
import { maxVariants } from './rules.ts'

const optionName = line({ max: 100 })

const VariesBy = Type.Array(optionName, {
  minItems: 1,
  maxItems: maxOptions,
  description: 'Options in which its variants differ, in order: 1 to 3 names, unique regardless of case.',
  examples: [['Size', 'Colour']],
})

const { sku, price, on_hand, name, category, brand, tags, seo, slug, metadata, status, ...others } = inputs
const { description, description_html, ...own } = others

const option = (description: string) => Nullable(byOption({ description, examples: [{ Colour: 'Red' }] }))

const GroupMedia = Nullable(
  Type.Array(
    Type.Union([
      Uuid,
      Type.Object(
        { id: Uuid, option: Type.Optional(option('The value whose variants alone show it; null: all show it.')) },
        { additionalProperties: false },
      ),
    ]),
    {
      maxItems: 50,
      description: 'Pictures, in the order in which they are shown: ids, or objects with the value of an option.',
    },
  ),
)

/** What a group has and its variants read of it. */
const shared = optional({
  slug,
  description,
  description_html,
  category,
  brand,
  tags,
  media: GroupMedia,
  seo,
  metadata,
  status,
})

/** A variant in a group's body. */
const VariantInput = Type.Object(
  { sku, options: OptionValues, price, ...optional({ status, ...own, metadata, position: Position, on_hand }) },
  { additionalProperties: false, examples: [{ sku: 'SHIRT-M-RED', options: exampleOptions, price: 39 }] },
)

const Variants = Type.Array(VariantInput, {
  maxItems: maxVariants,
  description: 'All variants of the group. `position` left out: as given.',
  examples: [[{ sku: 'SHIRT-M-RED', options: exampleOptions, price: 39 }]],
})

export const CreateProductGroup = body('CreateProductGroup', {
  name,
  varies_by: VariesBy,
  ...shared,
  variants: Type.Optional(Variants),
})

export const ReplaceProductGroup = body('ReplaceProductGroup', {
  name,
  varies_by: VariesBy,
  ...shared,
  variants: Variants,
  expected_version: expectedVersion(),
})

export const UpdateProductGroup = body('UpdateProductGroup', {
  name: Type.Optional(name),
  varies_by: Type.Optional(VariesBy),
  rename: Type.Optional(
    byOption({
      description: 'New names of options, by the old ones; `varies_by` and `variants` are read after it.',
      examples: [{ Color: 'Colour' }],
    }),
  ),
  variants: Type.Optional(
    Type.Array(Type.Object({ id: Uuid, options: OptionValues }, { additionalProperties: false }), {
      maxItems: maxVariants,
      description: 'Other values of options: of an option that is added, of every variant.',
    }),
  ),
  ...shared,
  expected_version: expectedVersion(),
})

export type CreateGroupInput = Static<typeof CreateProductGroup>
export type ReplaceGroupInput = Static<typeof ReplaceProductGroup>
export type UpdateGroupInput = Static<typeof UpdateProductGroup>
export type VariantInput = Static<typeof VariantInput>

const { properties: shown } = Product
const GroupPictures = Type.Array(
  named('GroupPicture', Type.Object({ ...Picture.properties, option: option('Only its variants show the picture.') })),
  { description: 'Those that are ready, in their order.' },
)

const shownFields = {
  id: Uuid,
  merchant_id: Type.String({ format: 'uuid' }),
  name: Type.String({ examples: ['Linen Shirt'] }),
  slug: Type.String({ examples: ['linen-shirt'] }),
  description: shown.description,
  category: shown.category,
  brand: shown.brand,
  tags: shown.tags,
  media: GroupPictures,
  varies_by: Type.Array(Type.String(), { examples: [['Size', 'Colour']] }),
  seo: shown.seo,
  metadata: shown.metadata,
  status: Type.String({ enum: [...statuses] }),
  variant_count: Type.Integer({ examples: [20] }),
  price_range: Nullable(PriceRange),
  available: Type.Boolean({ description: 'Whether any variant can be bought now.' }),
  version: Type.Integer({
    description: 'Increases with each change of the group or its variants.',
    examples: [1],
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** In answers of one group. */
const html = { description_html: shown.description_html }

export const ProductGroup = named('ProductGroup', Type.Object(shownFields))

const {
  merchant_id: _1,
  description: _2,
  category: _3,
  brand: _4,
  tags: _5,
  seo: _6,
  slug: _7,
  ...ofVariant
} = Listed.properties
/** A variant beside its group: without what it reads of that. */
export const Variant = named('Variant', Type.Object(ofVariant))

export const ProductGroupWithVariants = named(
  'ProductGroupWithVariants',
  Type.Object({
    ...shownFields,
    ...html,
    variants: Type.Array(Variant, { description: 'In their order.' }),
    removed: Removed,
  }),
)

const OptionOfGroup = Type.Object({
  name: Type.String({ examples: ['Size'] }),
  title: Type.Optional(Type.String({ description: 'In the language of the reader, if it differs.' })),
  values: Type.Array(
    Type.Object({
      value: Type.String({ examples: ['M'] }),
      title: Type.Optional(Type.String({ description: 'In the language of the reader, if it differs.' })),
      available: Type.Boolean({ description: 'Whether a variant with it can be bought now.' }),
    }),
  ),
})

export const CatalogProductGroup = named(
  'CatalogProductGroup',
  Type.Object({
    ...shownFields,
    ...html,
    options: Type.Array(OptionOfGroup),
    variants: Type.Array(Variant, { description: 'Those for sale, in their order.' }),
  }),
)

export const RemovedProductGroup = named(
  'RemovedProductGroup',
  Type.Object({
    id: Uuid,
    outcome: Type.String({ enum: ['deleted'] }),
    deleted: Type.Integer({ description: 'Variants that were deleted.' }),
    archived: Type.Integer({ description: 'Variants that an order has named, or a cart has: plain products now.' }),
  }),
)
