import { type Static, Type } from 'typebox'
import { Address, AddressInput, Email, User } from '#src/modules/identity/index.ts'
import {
  body,
  expectedVersion,
  line,
  Nullable,
  named,
  paragraphs,
  Timestamp,
  Uuid,
} from '#src/platform/http/envelope.ts'
import { maxAmount } from '#src/platform/lib/money.ts'

const Consent = named(
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
    send_before_paid: Type.Boolean({ description: 'Whether their orders may be sent before they are paid.' }),
    order_count: Type.Integer({
      description: 'Number of orders at this merchant, without cancelled ones.',
      examples: [3],
    }),
    order_total: Type.Number({
      description: 'The sum of those of these orders that are in the shop’s own currency.',
      examples: [129.95],
    }),
    spent: Type.Number({ description: 'As `order_total`.', examples: [129.95] }),
    last_order_at: Nullable({ ...Timestamp, description: 'Of the newest order, of any status.' }),
    version: Type.Integer({ description: 'Grows with each change of the record.', examples: [1] }),
  }),
)

export const CustomerDetails = named(
  'CustomerDetails',
  Type.Object({
    ...Customer.properties,
    spent_by_currency: Type.Array(
      Type.Object({
        currency: Type.String({ examples: ['GBP'] }),
        order_count: Type.Integer({ examples: [3] }),
        spent: Type.Number({ examples: [129.95] }),
      }),
      {
        description: 'The same in each currency: the shop’s own first, then others in which the customer has ordered.',
      },
    ),
    groups: Type.Array(Type.Object({ id: Uuid, name: Type.String({ examples: ['Wholesale'] }) }), {
      description: 'The customer groups, by name.',
    }),
    last_order: Nullable(
      Type.Object(
        { id: Uuid, order_number: Type.String({ examples: ['261121-7K3M9Q'] }), created_at: Timestamp },
        { description: 'The newest order, of any status.' },
      ),
    ),
  }),
)

const optionalLine = (max: number, examples: string[]) => Type.Optional(Nullable(line({ max, examples })))

const customerFields = {
  email: Type.Optional(Nullable({ ...Email, description: 'Of a customer with an account it cannot be changed.' })),
  name: optionalLine(200, ['Ada Lovelace']),
  phone: Type.Optional(
    Nullable(
      line({
        max: 40,
        description: 'International, or a number of the country of the first address; stored as E.164.',
        examples: ['+44 20 7946 0958'],
      }),
    ),
  ),
  company: optionalLine(200, ['Analytical Engines Ltd']),
  vat_number: optionalLine(50, ['GB980780684']),
  addresses: Type.Optional(
    Type.Array(AddressInput, { maxItems: 20, description: 'All that the customer has then. Later orders add theirs.' }),
  ),
  tags: Type.Optional(
    Type.Array(line({ max: 50, examples: ['wholesale'] }), {
      maxItems: 50,
      description: 'All tags that the customer has then. Tags that differ only in case are one.',
    }),
  ),
  note: Type.Optional(Nullable(paragraphs({ max: 5_000, description: 'For staff only.' }))),
  locale: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 35,
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
        description: 'The language of the customer, BCP 47.',
        examples: ['en'],
      }),
    ),
  ),
  accepts_marketing: Type.Optional(
    Nullable(
      named(
        'MarketingConsentInput',
        Type.Object(
          {
            at: Type.Optional({ ...Timestamp, description: 'Default: when it was first said, else now.' }),
            source: line({ max: 200, description: 'How the shop was told.', examples: ['By telephone'] }),
            withdrawn_at: Type.Optional(Nullable(Timestamp)),
          },
          {
            additionalProperties: false,
            description: 'Keep it and set `withdrawn_at` when the customer withdraws. null: there never was a consent.',
          },
        ),
      ),
    ),
  ),
  tax_exempt: Type.Optional(Type.Boolean()),
  send_before_paid: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
}

const CustomerFields = Type.Object(customerFields)
export type CustomerFields = Static<typeof CustomerFields>

export const NewCustomer = body('NewCustomer', customerFields)
export type NewCustomer = Static<typeof NewCustomer>

export const ChangedCustomer = body('ChangedCustomer', {
  ...customerFields,
  expected_version: expectedVersion(),
})
export type ChangedCustomer = Static<typeof ChangedCustomer>

export const MergedCustomer = body('MergedCustomer', {
  into: { ...Uuid, description: 'The customer who stays.' },
})

export const customerFilters = {
  tag: Type.Optional(line({ max: 50, description: 'In any case.', examples: ['wholesale'] })),
  accepts_marketing: Type.Optional(
    Type.String({
      enum: ['true', 'false'],
      description: '`true`: who has agreed and has not withdrawn it; `false`: all others.',
    }),
  ),
  group_id: Type.Optional({ ...Uuid, description: 'Customers of this group.' }),
  spent_min: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: maxAmount,
      description: 'Who has spent as much in the shop’s own currency; `sort=order_total` compares the same.',
      examples: [100],
    }),
  ),
  ordered_after: Type.Optional(
    line({ max: 40, description: 'A date of the shop, or a time with its zone.', examples: ['2026-11-01'] }),
  ),

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
