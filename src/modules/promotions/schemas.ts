import { type Static, type TSchema, Type } from 'typebox'
import { body, expectedVersion, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'
import { faultReasons } from './candidate-rules.ts'
import { promotionKinds } from './rules.ts'

/** Entries of a list of a choice; addresses of customers. */
const maxNamed = 1_000

export const DiscountFault = named(
  'DiscountFault',
  Type.Object({
    code: Type.String({ examples: ['SUMMER-10'] }),
    reason: Type.Unsafe<(typeof faultReasons)[number]>(
      Type.String({
        enum: [...faultReasons],
        description:
          '`unknown`: no code of the shop, or not for this customer. `minimum`: too little of what it is for. ' +
          '`not_these_products`: nothing of what it is for. `other_currency`: it has no amounts in the currency of ' +
          'the order. `used_up`, `used_by_customer`: its limits. ' +
          '`not_combinable`: another given code, which saves more, stands alone.',
      }),
    ),
  }),
)

const lists = {
  product_ids: Type.Optional(Type.Array(Uuid, { maxItems: maxNamed })),
  group_ids: Type.Optional(Type.Array(Uuid, { maxItems: maxNamed })),
  collection_ids: Type.Optional(Type.Array(Uuid, { maxItems: maxNamed })),
  categories: Type.Optional(Type.Array(line({ max: 200 }), { maxItems: maxNamed })),
  tags: Type.Optional(Type.Array(line({ max: 200 }), { maxItems: maxNamed })),
  brands: Type.Optional(Type.Array(line({ max: 200 }), { maxItems: maxNamed })),
}

const strict = { additionalProperties: false }

const Choice = Type.Object(
  {
    all: Type.Optional(Type.Literal(true)),
    ...lists,
    except: Type.Optional(Type.Object(lists, strict)),
    not_on_sale: Type.Optional(
      Type.Boolean({ description: 'Leaves out products that have a `compare_at_price`.', examples: [false] }),
    ),
  },
  {
    ...strict,
    description: '`{all: true}`, or the products that one of the lists names, without those that `except` names.',
    examples: [{ all: true }],
  },
)

const Amount = Type.Number({ minimum: 0, maximum: maxAmount, examples: [7] })
const Percent = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'With at most two decimals.',
  examples: [10],
})
const Count = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] })

const Buy = Type.Object({ quantity: Count, of: Choice }, strict)
const Get = Type.Object({ quantity: Count, of: Choice, percent: Type.Optional(Percent) }, strict)
const Minimum = Type.Object({ subtotal: Type.Optional(Amount), quantity: Type.Optional(Count) }, strict)
const Customers = Type.Object(
  {
    new_only: Type.Optional(Type.Boolean()),
    emails: Type.Optional(Type.Array(line({ max: 254, examples: ['ada@example.com'] }), { maxItems: maxNamed })),
  },
  strict,
)

const Prices = Nullable(
  Type.Array(
    Type.Object(
      {
        currency: line({ min: 3, max: 3, description: 'ISO 4217.', examples: ['EUR'] }),
        amount: Type.Optional(Amount),
        max_discount: Type.Optional(Amount),
        max_shipping: Type.Optional(Amount),
        minimum: Type.Optional(Type.Object({ subtotal: Amount }, strict)),
      },
      strict,
    ),
    {
      maxItems: 200,
      description:
        'Its amounts in orders of other currencies than the shop’s: each that the promotion has. Without them a ' +
        'promotion that has amounts does not apply there. A list replaces the one it has. Omitted from answers where ' +
        'there is none.',
    },
  ),
)

/** Fields of a promotion besides its name and kind. */
const given = {
  code: Type.Union([line({ min: 3, max: 64, examples: ['SUMMER-10'] }), Type.Null()], {
    description:
      'Letters, digits, blanks and punctuation. Two codes are the same if their letters and digits are: `SAVE 10` is ' +
      '`save-10`. Null: automatic, unless it has generated codes.',
  }),
  public: Type.Boolean({ description: 'The code is announced to everybody.' }),
  percent: Nullable(Percent),
  amount: Nullable(Amount),
  each: Type.Boolean({ description: 'Of `amount`: off each unit, not off the whole.', examples: [false] }),
  max_discount: Nullable(Amount),
  max_shipping: Nullable(Amount),
  buy: Nullable(Buy),
  get: Nullable(Get),
  times_at_most: Nullable(Count),
  applies_to: Choice,
  minimum: Nullable(Minimum),
  customers: Nullable(Customers),
  usage_limit: Nullable(Count),
  per_customer_limit: Nullable(Count),
  starts_at: Nullable(Timestamp),
  ends_at: Nullable(Timestamp),
  prices: Prices,
  combines: Type.Boolean({ description: 'It can be combined with others that combine.', examples: [false] }),
  priority: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'The higher one wins a tie.' }),
  status: Type.Unsafe<'active' | 'paused'>(Type.String({ enum: ['active', 'paused'] })),
}

const Name = line({ max: 200, examples: ['Summer sale'] })
const Kind = Type.Unsafe<(typeof promotionKinds)[number]>(
  Type.String({
    enum: [...promotionKinds],
    description:
      '`percentage` needs `percent`; `amount` needs `amount`; `free_shipping` takes off at most `max_shipping`; ' +
      '`buy_x_get_y` needs `buy` and `get`.',
  }),
)

const optional = <T extends Record<string, TSchema>>(properties: T) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>>
  }

export const CreatePromotion = Object.assign(body('CreatePromotion', { name: Name, kind: Kind, ...optional(given) }), {
  examples: [{ name: 'Summer sale', kind: 'percentage', percent: 10, code: 'SUMMER-10' }],
})
export const UpdatePromotion = body('UpdatePromotion', {
  ...optional({ name: Name, kind: Kind, ...given }),
  expected_version: expectedVersion('the promotion has another'),
})
export type PromotionInput = Omit<Static<typeof UpdatePromotion>, 'expected_version'>

const states = ['active', 'paused', 'scheduled', 'ended'] as const

/** Filters of the list. */
export const promotionFilters = {
  q: Type.Optional(line({ max: 100, description: 'Part of the name or of the code.' })),
  status: Type.Optional(
    Type.Unsafe<(typeof states)[number]>(
      Type.String({ enum: [...states], description: 'A period that is over counts as `ended`, also if paused.' }),
    ),
  ),
  kind: Type.Optional(Kind),
  code: Type.Optional(
    line({ min: 3, max: 64, description: 'The code, without regard to case; also one that was generated.' }),
  ),
}

const Shown = Type.Object({
  all: Type.Optional(Type.Boolean()),
  ...lists,
  except: Type.Optional(Type.Object(lists)),
  not_on_sale: Type.Optional(Type.Boolean()),
})

export const Promotion = named(
  'Promotion',
  Type.Object({
    id: Uuid,
    name: Type.String({ examples: ['Summer sale'] }),
    code: Nullable(Type.String({ examples: ['SUMMER-10'] })),
    has_codes: Type.Boolean({ description: 'It has generated codes, and so is not automatic.' }),
    code_count: Type.Integer({ description: 'Codes generated so far.', examples: [0] }),
    public: Type.Boolean(),
    kind: Kind,
    percent: Nullable(Type.Number({ examples: [10] })),
    amount: Nullable(Type.Number()),
    each: Type.Boolean(),
    max_discount: Nullable(Type.Number()),
    max_shipping: Nullable(Type.Number()),
    buy: Nullable(Type.Object({ quantity: Type.Integer(), of: Shown })),
    get: Nullable(Type.Object({ quantity: Type.Integer(), of: Shown, percent: Type.Number() })),
    times_at_most: Nullable(Type.Integer()),
    applies_to: Shown,
    minimum: Nullable(Type.Object({ subtotal: Type.Optional(Type.Number()), quantity: Type.Optional(Type.Integer()) })),
    customers: Nullable(
      Type.Object({ new_only: Type.Optional(Type.Boolean()), emails: Type.Optional(Type.Array(Type.String())) }),
    ),
    usage_limit: Nullable(Type.Integer()),
    per_customer_limit: Nullable(Type.Integer()),
    starts_at: Nullable(Timestamp),
    ends_at: Nullable(Timestamp),
    prices: Type.Optional(Prices),
    combines: Type.Boolean(),
    priority: Type.Integer(),
    status: Type.String({ enum: [...states] }),
    used_count: Type.Integer({ description: 'Orders that have it, without cancelled ones.', examples: [0] }),
    version: Type.Integer({ examples: [1] }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)

/** Of one request. */
const maxGenerated = 100_000

export const GenerateCodes = body('GenerateCodes', {
  count: Type.Integer({ minimum: 1, maximum: maxGenerated, examples: [500] }),
  prefix: Type.Optional(line({ min: 0, max: 20, description: 'What each code begins with.', examples: ['VIP-'] })),
})

export const CodeBatch = named(
  'CodeBatch',
  Type.Object({
    id: Uuid,
    promotion_id: Uuid,
    prefix: Type.String({ examples: ['VIP-'] }),
    count: Type.Integer({ examples: [500] }),
    made: Type.Integer({ description: 'Codes made so far.', examples: [0] }),
    created_at: Timestamp,
  }),
)

export const PromotionCode = named(
  'PromotionCode',
  Type.Object({
    code: Type.String({ examples: ['VIP-7K3M9QX2AB'] }),
    status: Type.String({ enum: ['unused', 'used', 'revoked'] }),
    order_id: Nullable({ ...Uuid, description: 'The order that uses it.' }),
    created_at: Timestamp,
  }),
)
