import { type Static, Type } from 'typebox'
import { body, line, Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { charts, kinds } from './rules.ts'

const Account = Type.String({ pattern: '^[0-9]{4,9}$', description: 'Number of an account.', examples: ['8400'] })

const RevenueAccount = named(
  'DatevRevenueAccount',
  Type.Object(
    {
      kind: Type.String({
        enum: [...kinds],
        description:
          '`domestic`: in the country of the shop; `reverse_charge`: the buyer owes the tax; `oss`: taxed in another ' +
          'country of the EU; `export`: outside the EU.',
      }),
      supply: Nullable(Type.String({ enum: ['goods', 'services'], description: 'Null: both.' })),
      rate: Nullable(
        Type.Number({ minimum: 0, maximum: 100, description: 'Percent; null: all other rates.', examples: [19] }),
      ),
      account: Account,
      tax_key: Nullable(
        Type.String({
          pattern: '^[0-9]{1,4}$',
          description: 'BU-Schlüssel. Null for accounts that find the tax themselves.',
          examples: ['3'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

const PaymentAccount = named(
  'DatevPaymentAccount',
  Type.Object(
    {
      method: line({
        max: 50,
        description: 'A method of the report of payments, or a provider.',
        examples: ['stripe'],
      }),
      account: Account,
    },
    { additionalProperties: false },
  ),
)

const accounts = {
  revenue: Type.Array(RevenueAccount, { maxItems: 200, description: 'The most exact row counts.' }),
  debtors: Type.String({
    pattern: '^[0-9]{4,9}$',
    description: 'Collective account of all customers.',
    examples: ['10000'],
  }),
  gift_cards: Type.String({ pattern: '^[0-9]{4,9}$', description: 'Owed for gift cards and store credit.' }),
  other_revenue: Type.String({ pattern: '^[0-9]{4,9}$', description: 'Rounding, and amounts without a tax line.' }),
  payments: Type.Array(PaymentAccount, { maxItems: 100, description: 'Where money of a payment method is.' }),
  other_payments: Type.String({ pattern: '^[0-9]{4,9}$', description: 'Of all other methods.' }),
}

const settings = {
  chart: Type.String({ enum: [...charts], description: 'Standard chart of accounts.' }),
  advisor_number: Nullable(
    Type.Integer({ minimum: 1_001, maximum: 9_999_999, description: 'Beraternummer.', examples: [29098] }),
  ),
  client_number: Nullable(
    Type.Integer({ minimum: 1, maximum: 99_999, description: 'Mandantennummer.', examples: [55003] }),
  ),
  account_length: Type.Integer({ minimum: 4, maximum: 8, description: 'Digits of ledger accounts.', examples: [4] }),
  fiscal_year_start: Type.String({
    pattern: '^(0[1-9]|1[0-2])-01$',
    description: 'First day of the fiscal year: month and day.',
    examples: ['01-01'],
  }),
}

export const DatevSettingsAnswer = named(
  'DatevSettings',
  Type.Object({
    ...settings,
    accounts: named(
      'DatevAccounts',
      Type.Object(
        { ...accounts, revenue: Type.Array(RevenueAccount), payments: Type.Array(PaymentAccount) },
        { description: 'Those of the shop, then those of the chart that it does not replace.' },
      ),
    ),
  }),
)

export const DatevSettingsInput = body('DatevSettingsInput', {
  chart: settings.chart,
  advisor_number: Type.Optional(settings.advisor_number),
  client_number: Type.Optional(settings.client_number),
  account_length: Type.Optional(settings.account_length),
  fiscal_year_start: Type.Optional(settings.fiscal_year_start),
  accounts: Type.Optional(
    named(
      'DatevAccountsInput',
      Type.Partial(Type.Object(accounts), {
        additionalProperties: false,
        description: 'Only those that differ from the chart.',
      }),
    ),
  ),
})
export type SettingsInput = Static<typeof DatevSettingsInput>

const money = (description: string) => Type.Number({ description, examples: [119] })
const word = (description: string, examples: string[]) => Nullable(Type.String({ description, examples }))

const Booking = named(
  'DatevBooking',
  Type.Object({
    date: Type.String({ format: 'date', examples: ['2026-11-01'] }),
    kind: Type.String({ enum: ['sale', 'refund', 'payment', 'repayment'] }),
    order_id: Uuid,
    document: Type.String({ description: 'Number of the invoice, else of the order.', examples: ['RE-2026-00042'] }),
    text: Type.String({ examples: ['Verkauf 261101-7K3M9Q'] }),
    amount: money('With tax; above 0.'),
    tax: Type.Number({ description: 'Of `amount`; below 0 where the sides are reversed.', examples: [19] }),
    side: Type.String({ enum: ['debit', 'credit'], description: 'Of `account`.' }),
    account: Type.String({ description: 'Of the customers.', examples: ['10000'] }),
    contra_account: Type.String({ examples: ['8400'] }),
    tax_key: word('BU-Schlüssel.', ['3']),
    country: word('Where it is taxed.', ['DE']),
    rate: Nullable(Type.Number({ description: 'Percent.', examples: [19] })),
    destination: word('What the file names of another country: the country, or the buyer’s VAT number.', ['FR']),
  }),
)

export const DatevReport = named(
  'DatevReport',
  Type.Object({
    report: Type.String({ examples: ['datev'] }),
    from: Type.String({ format: 'date', examples: ['2026-11-01'] }),
    to: Type.String({ format: 'date', description: 'Included.', examples: ['2026-11-30'] }),
    timezone: Type.String({ examples: ['Europe/Berlin'] }),
    currency: Type.String({ examples: ['EUR'] }),
    rows: Type.Array(Booking),
    total_rows: Type.Integer({ description: '`rows` has the first 1,000; the file has all.', examples: [30] }),
    other_currencies: Type.Integer({
      description: 'Bookings of these days that are left out, because their orders are in another currency.',
      examples: [0],
    }),
    totals: Type.Object({
      sales: money('`total` of the report of sales.'),
      sales_tax: money('`tax` of the report of taxes.'),
      refunds: money('`refunds` of the report of sales.'),
      refunds_tax: money('`refunded_tax` of the report of taxes.'),
      gift_cards: money('Gift cards sold, less those refunded.'),
      payments: money('`amount` of the report of payments.'),
      repayments: money('`refunded` of the report of payments.'),
    }),
  }),
)

export const datevQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'The first day, at the shop. Default: 30 days up to `to`, in the fiscal year of `to`.',
      examples: ['2026-11-01'],
    }),
  ),
  to: Type.Optional(
    Type.String({ maxLength: 40, description: 'The last day, included. Default: today.', examples: ['2026-11-30'] }),
  ),
  format: Type.Unsafe<'json' | 'csv'>(Type.String({ enum: ['json', 'csv'], default: 'json' })),
})
