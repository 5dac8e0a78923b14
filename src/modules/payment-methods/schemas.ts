import { type Static, Type } from 'typebox'
import { TaxClass } from '#src/modules/taxes/index.ts'
import { body, line, Nullable, named, paragraphs, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { maxAmount, toMajor } from '#src/platform/lib/money.ts'
import type { OfferedPayment } from './list-offered.ts'
import type { PricedMethod } from './manage-methods.ts'
import { presentPrices } from './present-prices.ts'
import {
  type Payable,
  type PaymentKind,
  type PaymentMethodRow,
  paymentKinds,
  type ReferenceKind,
  referenceKinds,
  stateOf,
  type TermState,
  termStates,
} from './rules.ts'

const Kind = Type.Unsafe<PaymentKind>(
  Type.String({
    enum: [...paymentKinds],
    description:
      '`card`: the payment provider of the service, such as Stripe. All others are paid to the shop itself, whose ' +
      'staff records the payment.',
  }),
)
const amount = (description: string, examples: number[]) =>
  Nullable(Type.Number({ minimum: 0, maximum: maxAmount, description, examples }))

/** As it is typed; answers have no spaces in it. */
const bankFields = {
  holder: line({ max: 70, examples: ['Cakestand Ltd'] }),
  iban: line({ max: 42, examples: ['DE02120300000000202051'] }),
}
const bic = line({ max: 14, examples: ['BYLADEM1001'] })
const Bank = named('BankAccount', Type.Object({ ...bankFields, bic: Nullable(bic) }))
const BankInput = Type.Object(
  { ...bankFields, bic: Type.Optional(Nullable(bic)) },
  { additionalProperties: false, description: 'Where a bank transfer goes; required for one, and only there.' },
)

const Prices = Type.Optional(
  Nullable(
    Type.Array(
      Type.Object(
        {
          currency: line({ min: 3, max: 3, description: 'ISO 4217.', examples: ['EUR'] }),
          min: Type.Optional(amount('The least total of an order; null: any.', [10])),
          max: Type.Optional(amount('The highest total of an order; null: any.', [1_000])),
          fee: Type.Optional(
            Nullable(
              Type.Object(
                { amount: Type.Number({ minimum: 0, maximum: maxAmount, examples: [5] }) },
                { additionalProperties: false, description: 'In the tax class of its `fee`; null: nothing.' },
              ),
            ),
          ),
        },
        { additionalProperties: false },
      ),
      {
        maxItems: 200,
        description:
          'Its amounts in orders of other currencies than the shop’s; without them a method that has amounts is not ' +
          'offered there. A list replaces the one it has. Omitted from answers where there is none.',
      },
    ),
  ),
)

const fields = {
  name: line({ max: 200, examples: ['Bank transfer'] }),
  instructions: Nullable(
    paragraphs({ max: 2_000, description: 'Text for the shopper: in the order, its mail, its page and its invoice.' }),
  ),
  countries: Nullable(
    Type.Array(Type.String({ pattern: '^[A-Z]{2}$', examples: ['DE'] }), {
      minItems: 1,
      maxItems: 250,
      description: 'Of the shipping address, or else the billing address: ISO 3166-1 alpha-2; null: every country.',
    }),
  ),
  groups: Type.Array(Uuid, {
    maxItems: 100,
    description: 'Ids of the customer groups that may choose it; empty: all customers.',
    examples: [[]],
  }),
  min: amount('The least total of an order, in major units of the merchant’s currency; null: any.', [10]),
  max: amount('The highest total of an order; null: any.', [1_000]),
  fee: Nullable(
    Type.Object(
      {
        amount: Type.Number({ minimum: 0, maximum: maxAmount, examples: [4.5] }),
        tax_class: Type.Optional({ ...TaxClass, description: 'Default: `standard`.' }),
      },
      {
        additionalProperties: false,
        description:
          'What paying this way costs, in prices like those of products: with tax if they have it. Refunded with the ' +
          'last unit of the order. Null: nothing.',
      },
    ),
  ),
  keeps_stock_hours: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 8_760,
      description:
        'How long an order that is not paid keeps its stock, before it is cancelled. Null: as long as an order ' +
        'without a method. Default: 168, for a card null.',
      examples: [168],
    }),
  ),
  net_days: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 365,
      description: 'The payment is due so many days after the order. Null: when the order would be cancelled.',
      examples: [14],
    }),
  ),
  reference: Type.Unsafe<ReferenceKind>(
    Type.String({
      enum: [...referenceKinds],
      description: 'What the payer quotes: the number of the order, or a creditor reference made of it (ISO 11649).',
    }),
  ),
  send_before_paid: Type.Boolean({
    description: 'Whether an order may be sent before it is paid. Not of a card. Default: false.',
    examples: [false],
  }),
  position: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Position in lists.', examples: [0] }),
  active: Type.Boolean({ description: 'Whether orders may use it.' }),
}

export const ShopPaymentMethod = named(
  'ShopPaymentMethod',
  Type.Object({
    id: Uuid,
    kind: Kind,
    ...fields,
    bank: Nullable(Bank),
    prices: Prices,
    missing: Type.Optional(
      Type.Array(Type.String({ enum: ['card_provider', 'stripe_account'] }), {
        description:
          'Of a card: what it lacks. `card_provider`: this service takes no cards. `stripe_account`: the shop has no ' +
          'account at Stripe, and the operator of the service gets the money. Omitted if nothing is.',
      }),
    ),
  }),
)

const { name, ...optional } = fields
const optionalFields = {
  ...Type.Partial(Type.Object(optional)).properties,
  bank: Type.Optional(Nullable(BankInput)),
  prices: Prices,
}

const example = {
  name: 'Bank transfer',
  instructions: 'We send your order as soon as your transfer is here.',
  keeps_stock_hours: 168,
  net_days: 7,
  bank: { holder: 'Cakestand Ltd', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
}

export const CreatePaymentMethod = Object.assign(body('CreatePaymentMethod', { kind: Kind, name, ...optionalFields }), {
  examples: [{ kind: 'bank_transfer', ...example }],
})
export const UpdatePaymentMethod = Object.assign(
  body('UpdatePaymentMethod', { name: Type.Optional(name), ...optionalFields }),
  { examples: [{ net_days: 14 }] },
)

export function presentMethod({ method: row, currency, missing }: PricedMethod): Static<typeof ShopPaymentMethod> {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    instructions: row.instructions,
    countries: row.countries,
    groups: row.groups,
    min: row.min_minor === null ? null : toMajor(row.min_minor, currency),
    max: row.max_minor === null ? null : toMajor(row.max_minor, currency),
    fee: presentFee(row, currency),
    keeps_stock_hours: row.keeps_stock_hours,
    net_days: row.net_days,
    reference: row.reference,
    send_before_paid: row.send_before_paid,
    position: row.position,
    active: row.active,
    bank: row.bank,
    ...(row.prices !== null && { prices: presentPrices(row.prices) }),
    ...(missing.length > 0 && { missing }),
  }
}

function presentFee({ fee_minor, fee_tax_class }: PaymentMethodRow, currency: string) {
  if (fee_minor === null || fee_tax_class === null) return null
  return { amount: toMajor(fee_minor, currency), tax_class: fee_tax_class }
}

export const PaymentOption = named(
  'PaymentOption',
  Type.Object({
    id: Uuid,
    kind: Kind,
    name: Type.String({ examples: ['Bank transfer'] }),
    fee: Type.Number({
      description: 'What it costs; in `payment_fee_total` of an order that chooses it.',
      examples: [0],
    }),
  }),
)

export function presentOption(
  { id, kind, name, fee_minor }: PaymentMethodRow,
  currency: string,
): Static<typeof PaymentOption> {
  return { id, kind, name, fee: toMajor(fee_minor ?? 0, currency) }
}

/** Of a shop with methods of its own. */
const chosenFields = Type.Partial(
  Type.Object({
    ...PaymentOption.properties,
    instructions: Nullable(Type.String()),
    countries: Nullable(Type.Array(Type.String({ examples: ['DE'] }))),
    min: Nullable(Type.Number({ examples: [10] })),
    max: Nullable(Type.Number({ examples: [1_000] })),
  }),
)

export const PaymentMethods = named(
  'PaymentMethods',
  Type.Object({
    methods: Type.Array(
      named(
        'PaymentMethod',
        Type.Object({
          method: Type.String({ description: 'With which an order is paid; `kind` of what is paid to the shop.' }),
          provider: Type.String({ examples: ['stripe'] }),
          publishable_key: Nullable(Type.String({ description: 'For Stripe.js.', examples: ['pk_test_9F'] })),
          account: Nullable(
            Type.String({
              description: 'The shop’s own account at the provider, which Stripe.js needs too.',
              examples: ['acct_1Q'],
            }),
          ),
          ...chosenFields.properties,
        }),
      ),
    ),
  }),
)

export function presentOffered({ chosen, ...offered }: OfferedPayment, currency: string) {
  if (chosen === undefined) return offered
  const { min_minor, max_minor, instructions, countries } = chosen
  return {
    ...offered,
    ...presentOption(chosen, currency),
    instructions,
    countries,
    min: min_minor === null ? null : toMajor(min_minor, currency),
    max: max_minor === null ? null : toMajor(max_minor, currency),
  }
}

export const PaymentTerms = named(
  'PaymentTerms',
  Type.Object(
    {
      method_id: Uuid,
      kind: Kind,
      name: Type.String({ examples: ['Bank transfer'] }),
      state: Type.Unsafe<TermState>(
        Type.String({
          enum: [...termStates],
          description: '`received`: the whole total is paid. `overdue`: it is not, and `due_at` has passed.',
        }),
      ),
      due_at: Nullable(Timestamp),
      reference: Nullable(
        Type.String({
          description: 'To be quoted with the payment; null: it needs none.',
          examples: ['261121-7K3M9Q'],
        }),
      ),
      instructions: Nullable(Type.String()),
      bank: Nullable(Bank),
      send_before_paid: Type.Optional(
        Type.Boolean({ description: 'Present only if true: the order may be sent before it is paid.' }),
      ),
    },
    { description: 'The method of the shop that the order is paid by; omitted if none was chosen.' },
  ),
)

export function presentTerms(order: Payable): Static<typeof PaymentTerms> | undefined {
  const { payment_terms: terms } = order
  if (terms === null) return undefined
  const { method_id, kind, name, instructions, bank, send_before_paid } = terms
  const { state, due_at, reference } = stateOf(order, terms)
  const instruction = { state, due_at: due_at?.toISOString() ?? null, reference, instructions, bank }
  return { method_id, kind, name, ...instruction, ...(send_before_paid && { send_before_paid }) }
}
