import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'
import { filterParameters, optionParameters } from '../listing/schemas.ts'
import { CategoryName, Status } from '../products/field-schemas.ts'

/** So many ids in one request. */
const maxIds = 10_000

const tagList = Type.Array(line({ max: 50, examples: ['summer'] }), { minItems: 1, maxItems: 50 })

const priceSteps = {
  percent: Type.Optional(
    Type.Number({
      minimum: -100,
      maximum: 10_000,
      description: '-25 makes a quarter cheaper. Up to 4 decimals; rounded half up to the currency’s minor unit.',
      examples: [-25],
    }),
  ),
  amount: Type.Optional(
    Type.Number({ minimum: -maxAmount, maximum: maxAmount, description: 'What is added; below 0 makes it cheaper.' }),
  ),
  set: Type.Optional(Type.Number({ minimum: 0, maximum: maxAmount, description: 'The price itself.' })),
  round_to: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: maxAmount,
      description: 'A multiple of this, in major units, is taken, half up: 0.05 or 1.',
      examples: [0.05],
    }),
  ),
}

const PriceStep = Type.Object(priceSteps, {
  additionalProperties: false,
  description: 'One of `percent`, `amount` and `set`.',
})

const ComparedStep = Type.Object(priceSteps, {
  additionalProperties: false,
  description: 'Calculated from the price before the change: `{"percent": 0}` is that price. Null ends a sale.',
})

const Change = Type.Object(
  {
    status: Type.Optional(Status),
    category: Type.Optional(CategoryName),
    add_tags: Type.Optional(tagList),
    remove_tags: Type.Optional(tagList),
    price: Type.Optional(PriceStep),
    compare_at_price: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: maxAmount }), ComparedStep, Type.Null()]),
    ),
  },
  {
    additionalProperties: false,
    description:
      '`status`, `category`, tags (`add_tags`, `remove_tags` or both) or prices (`price`, `compare_at_price` or both).',
    examples: [{ price: { percent: -25 }, compare_at_price: { percent: 0 } }],
  },
)

const { merchant_id: _, variants: __, ...filters } = filterParameters

const Filter = Type.Object(
  {
    q: Type.Optional(line({ min: 0, max: 200, description: 'Words of the product, or the beginning of its SKU.' })),
    status: Type.Optional(Status),
    ...filters,
    collection: Type.Optional(line({ max: 255, description: 'The id or slug of a collection.' })),
  },
  {
    additionalProperties: false,
    patternProperties: optionParameters,
    description: 'As `GET /admin/products` takes it; `{}` finds all.',
  },
)

export const ChangeProducts = body('ChangeProducts', {
  ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: maxIds, description: 'Either these products,' })),
  filter: Type.Optional(Filter),
  change: Change,
  dry_run: Type.Optional(
    Type.Boolean({ description: 'True: answers 200 with what would happen, and changes nothing.' }),
  ),
})

export type ChangeProductsInput = Static<typeof ChangeProducts>
export type ChangeInput = Static<typeof Change>
export type PriceStepInput = Static<typeof PriceStep>

const Failure = Type.Object({
  id: Uuid,
  sku: Nullable(Type.String()),
  field: Type.String({ examples: ['price'] }),
  message: Type.String({ examples: ['is not below the compare_at_price of 12.5'] }),
})

const Fields = Type.Object({
  status: Type.Optional(Type.String()),
  category: Type.Optional(Nullable(Type.String())),
  tags: Type.Optional(Type.Array(Type.String())),
  price: Type.Optional(Type.Number()),
  compare_at_price: Type.Optional(Nullable(Type.Number())),
})

export const BulkRehearsal = named(
  'BulkRehearsal',
  Type.Object({
    matched: Type.Integer({ description: 'Products that the ids or the filter find.' }),
    changed: Type.Integer({ description: 'Those of them that would be changed.' }),
    failed: Type.Integer({ description: 'Those that cannot be changed so.' }),
    errors: Type.Array(Failure, { description: 'Why; the first hundred.' }),
    sample: Type.Array(
      Type.Object({ id: Uuid, sku: Type.String(), name: Type.String(), before: Fields, after: Fields }),
      { description: 'The first ten that would be changed, with the fields that differ.' },
    ),
  }),
)

export const Job = named(
  'Job',
  Type.Object({
    id: Uuid,
    status: Type.String({ enum: ['running', 'completed', 'failed'] }),
    total: Type.Integer({ description: 'Products that it is about.' }),
    done: Type.Integer({ description: 'Those that it has looked at: changed, failed, or as they should be already.' }),
    changed: Type.Integer(),
    failed: Type.Integer(),
    errors: Type.Array(Type.Object({ ...Failure.properties, id: Nullable(Type.String({ format: 'uuid' })) }), {
      description: 'Why products failed, the first thousand; without `id`: why the job did.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)
