import { type Static, type TSchema, Type } from 'typebox'
import { MediaIds, Pictures } from '#src/modules/media/index.ts'
import { body, expectedVersion, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { Description, DescriptionHtml, Removed, ShownHtml, Status } from '../products/field-schemas.ts'
import { fields, operators, sorts } from './rules.ts'

/** So many products or groups are put into a collection by hand. */
const maxPicked = 10_000

const Condition = Type.Object(
  {
    field: Type.String({ enum: [...fields] }),
    operator: Type.String({ enum: [...operators] }),
    value: Type.Optional(
      Type.Union([line({ max: 200 }), Type.Number(), Type.Boolean()], {
        description: 'Text, an amount in major units, or for `in_stock` and `set` true or false (`set`: true).',
      }),
    ),
  },
  { additionalProperties: false },
)

const Rules = Type.Object(
  {
    match: Type.String({ enum: ['all', 'any'] }),
    conditions: Type.Array(Condition, { minItems: 1, maxItems: 50 }),
  },
  {
    additionalProperties: false,
    description:
      'Which active products are in it; a group is if one of its variants matches. Texts compare without case and ' +
      'accents.',
    examples: [{ match: 'all', conditions: [{ field: 'tag', operator: 'is', value: 'summer' }] }],
  },
)

const given = {
  name: line({ max: 200, examples: ['Summer'] }),
  slug: line({
    max: 200,
    description: 'Lower-case words with hyphens between, unique among the shop’s collections. Made of the name.',
    examples: ['summer'],
  }),
  description: Description,
  description_html: DescriptionHtml,
  media: MediaIds,
  seo: Type.Object(
    {
      title: Type.Optional(Nullable(line({ max: 200 }))),
      description: Type.Optional(Nullable(line({ max: 500 }))),
    },
    { additionalProperties: false },
  ),
  status: Status,
  sort: Type.String({
    enum: [...sorts],
    description: '`manual`: as its products were put in. Left out: `manual`, or with rules `newest`.',
  }),
  rules: Type.Union([Rules, Type.Null()]),
}

const optional = <T extends Record<string, TSchema>>(properties: T) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>>
  }

const { name: Name, ...others } = given

export const CreateCollection = body('CreateCollection', { name: Name, ...optional(others) })
export const UpdateCollection = body('UpdateCollection', {
  ...optional(given),
  expected_version: expectedVersion('the collection has another'),
})
export const SetCollectionProducts = body('SetCollectionProducts', {
  ids: Type.Array(Uuid, {
    maxItems: maxPicked,
    description: 'Of groups or products, in their order. A variant stands for its group.',
  }),
  expected_version: expectedVersion('the collection has another'),
})
export const PreviewCollection = body('PreviewCollection', { rules: Rules })

export type CreateCollectionInput = Static<typeof CreateCollection>
export type UpdateCollectionInput = Static<typeof UpdateCollection>

const Seo = Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) })

const shown = {
  id: Uuid,
  merchant_id: Type.String({ format: 'uuid' }),
  name: Type.String({ examples: ['Summer'] }),
  slug: Type.String({ examples: ['summer'] }),
  description: Nullable(Type.String()),
  media: Pictures,
  seo: Seo,
  sort: Type.String({ enum: [...sorts] }),
  product_count: Type.Integer({
    description: 'Products and groups for sale in it, as of `updated_at` (of a change of products: a minute later).',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** As shoppers see it. */
export const CatalogCollection = named('CatalogCollection', Type.Object(shown))

export const Collection = named(
  'Collection',
  Type.Object({
    ...shown,
    status: Type.String({ enum: ['draft', 'active', 'archived'] }),
    rules: Nullable(
      Type.Object({
        match: Type.String({ enum: ['all', 'any'] }),
        conditions: Type.Array(
          Type.Object({
            field: Type.String(),
            operator: Type.String(),
            value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
          }),
        ),
      }),
    ),
    version: Type.Integer({ description: 'Grows with each change of staff.', examples: [1] }),
  }),
)

/** One collection, as its shop sees it. */
export const CollectionDetails = named(
  'CollectionDetails',
  Type.Object({ ...Collection.properties, description_html: ShownHtml, removed: Removed }),
)

/** One collection, as shoppers see it. */
export const CatalogCollectionDetails = named(
  'CatalogCollectionDetails',
  Type.Object({ ...shown, description_html: ShownHtml }),
)

export const CollectionProduct = named(
  'CollectionProduct',
  Type.Object({
    id: Uuid,
    type: Type.String({ enum: ['product', 'group'] }),
    name: Type.String(),
    status: Type.String({ enum: ['draft', 'active', 'archived'] }),
    image_url: Nullable(Type.String({ description: '`url` of the first of `media`; else the address that was set.' })),
    media: Pictures,
    price: Nullable(Type.Number({ description: 'Of a group that of its cheapest variant.' })),
    currency: Type.String(),
  }),
)

export const CollectionPreview = named(
  'CollectionPreview',
  Type.Object({
    count: Type.Integer({ description: 'Products and groups that match, up to 10,000.' }),
    count_precision: Type.String({ enum: ['exact', 'at_least'] }),
    sample: Type.Array(CollectionProduct, { description: 'The five newest of them.' }),
  }),
)
