import { Type } from 'typebox'
import { Address, User } from '#src/modules/identity/index.ts'
import { line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'

export const Consent = named(
  'MarketingConsent',
  Type.Object({
    at: Timestamp,
    source: Type.String({ description: 'How the shop was told.', examples: ['Newsletter form'] }),
    withdrawn_at: Nullable(Timestamp),
  }),
)

export const Customer = named(
  'Customer',
  Type.Object({
    ...User.properties,
    account: Type.Boolean({
      description: 'True for an account that has registered, ordered or filled a cart at this shop.',
    }),
    email: Nullable(
      Type.String({
        description: 'Null if the shop was told none, empty for an erased account.',
        examples: ['ada@example.com'],
      }),
    ),
    is_guest: Type.Boolean({ description: 'The opposite of `account`.' }),
    is_verified: Type.Boolean({ description: 'True for an account that has confirmed this e-mail address.' }),
    created_at: { ...Timestamp, description: 'As `customer_since`.' },
    customer_since: Timestamp,
    company: Nullable(Type.String({ examples: ['Analytical Engines Ltd'] })),
    vat_number: Nullable(Type.String({ examples: ['GB980780684'] })),
    addresses: Type.Array(Address, {
      description: 'Those that staff keep, then those of later orders, the newest first.',
    }),
    tags: Type.Array(Type.String(), { examples: [['wholesale']] }),
    note: Nullable(Type.String({ description: 'For staff only.' })),
    locale: Nullable(Type.String({ examples: ['en'] })),
    accepts_marketing: Nullable({ ...Consent, description: 'Null: the customer has never agreed.' }),
    tax_exempt: Type.Boolean({ description: 'For staff: it changes no tax by itself.' }),
    order_count: Type.Integer({
      description: 'Number of orders at this merchant, without cancelled ones.',
      examples: [3],
    }),
    order_total: Type.Number({ description: 'The sum of these orders.', examples: [129.95] }),
    spent: Type.Number({ description: 'As `order_total`.', examples: [129.95] }),
    last_order_at: Nullable({ ...Timestamp, description: 'Of the newest order, of any status.' }),
    version: Type.Integer({ description: 'Grows with each change of the record.', examples: [1] }),
  }),
)

export const CustomerDetails = named(
  'CustomerDetails',
  Type.Object({
    ...Customer.properties,
    last_order: Nullable(
      Type.Object(
        { id: Uuid, order_number: Type.String({ examples: ['261121-7K3M9Q'] }), created_at: Timestamp },
        { description: 'The newest order, of any status.' },
      ),
    ),
  }),
)

export const customerFilters = {
  q: Type.Optional(
    line({
      min: 0,
      max: 100,
      description:
        'Words of the name, e-mail address or phone, or of the addresses of their orders; an id; the number of an ' +
        'order. Of any case; up to two characters must begin a word.',
      examples: ['lovelace'],
    }),
  ),
  sort: Type.String({
    enum: ['customer_since', 'name', 'email', 'order_count', 'order_total'],
    default: 'customer_since',
  }),
  order: Type.String({ enum: ['asc', 'desc'], default: 'desc' }),
}
