import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount, toMajor } from '#src/platform/lib/money.ts'
import type { ListedPrice, ListedProduct, PriceListRow } from './list-queries.ts'

/** A list names so many products at most, each quantity by itself. */
export const maxPrices = 3_000

const Price = Type.Object({
  product_id: Uuid,
  amount: Type.Number({ minimum: 0, maximum: maxAmount, description: 'Of one unit.', examples: [17.5] }),
  min_quantity: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1,
      description: 'From so many units of it in an order on.',
      examples: [10],
    }),
  ),
})

const fields = {
  name: line({ max: 100, description: 'For staff.', examples: ['Wholesale'] }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'That of the shop.', examples: ['GBP'] }),
  starts_at: Nullable({ ...Timestamp, description: 'Null: it applies now.' }),
  ends_at: Nullable({ ...Timestamp, description: 'Null: until it is changed.' }),
  priority: Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'Of the lists that apply, those of the highest count, and of these the lowest price.',
    examples: [0],
  }),
  customers: Nullable(
    Type.Object(
      { group_ids: Type.Array(Uuid, { minItems: 1, maxItems: 50 }) },
      { description: 'For members of one of these customer groups; null: for everybody.' },
    ),
  ),
  percent: Nullable(
    Type.Number({
      minimum: -99.99,
      maximum: 900,
      description: 'Changes the price of products: -20 makes a fifth cheaper. Null: it has `prices`.',
      examples: [-20],
    }),
  ),
  product_ids: Type.Array(Uuid, {
    maxItems: maxPrices,
    description: 'Of a percent: the products that it is for; empty: all.',
  }),
  prices: Type.Array(Price, {
    maxItems: maxPrices,
    description: 'Amounts of products. Given, they replace those that there are.',
  }),
}

const { product_ids, prices, ...alone } = fields

export const PriceList = named(
  'PriceList',
  Type.Object({
    id: Uuid,
    ...alone,
    price_count: Type.Integer({ description: 'Prices, or products of the percent; none: it is for all products.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)

const Product = Type.Object({
  id: Uuid,
  sku: Type.String(),
  name: Type.String(),
  status: Type.Enum(['draft', 'active', 'archived']),
})

export const WholePriceList = named(
  'WholePriceList',
  Type.Object({
    ...PriceList.properties,
    product_ids,
    prices: Type.Array(Type.Required(Price)),
    products: Type.Array(Product, { description: 'Those that it names, by name.' }),
  }),
)

const { name, ...optional } = fields

export const CreatePriceList = body('CreatePriceList', { name, ...Type.Partial(Type.Object(optional)).properties })
export const UpdatePriceList = body('UpdatePriceList', {
  ...Type.Partial(Type.Object(fields)).properties,
  expected_updated_at: Type.Optional({
    ...Timestamp,
    description: '`updated_at` as it was read; 409 if the list has changed since.',
  }),
})

export type PriceListInput = Static<typeof UpdatePriceList>

export function presentPriceList(row: PriceListRow): Static<typeof PriceList> {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    priority: row.priority,
    customers: row.group_ids && { group_ids: row.group_ids },
    percent: row.percent,
    price_count: row.price_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function presentWholeList(
  row: PriceListRow,
  listed: readonly ListedPrice[],
  products: readonly ListedProduct[],
): Static<typeof WholePriceList> {
  return {
    ...presentPriceList(row),
    product_ids: listed.flatMap(({ product_id, amount_minor }) => (amount_minor === null ? [product_id] : [])),
    prices: listed.flatMap(({ product_id, min_quantity, amount_minor }) =>
      amount_minor === null ? [] : [{ product_id, min_quantity, amount: toMajor(amount_minor, row.currency) }],
    ),
    products: products.map(({ id, sku, name, status }) => ({ id, sku, name, status })),
  }
}
