import { type TProperties, Type } from 'typebox'
import { Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import { currencyParameter } from '../schemas.ts'
import { type Dimension, maxDays } from './rules.ts'

const day = { maxLength: 40 }

export const reportQuery = (dimensions: readonly Dimension[], hasMoney: boolean) =>
  Type.Object({
    from: Type.Optional(
      Type.String({
        ...day,
        description: `The first day, at the shop. Default: 30 days up to \`to\`; at most ${maxDays} days.`,
        examples: ['2026-11-01'],
      }),
    ),
    to: Type.Optional(
      Type.String({ ...day, description: 'The last day, included. Default: today.', examples: ['2026-11-30'] }),
    ),
    by: Type.Optional(
      Type.Unsafe<Dimension>(
        Type.String({ enum: [...dimensions], description: 'Of what each row is; weeks begin on Mondays.' }),
      ),
    ),
    ...((hasMoney && { currency: currencyParameter }) as { currency: typeof currencyParameter }),
    format: Type.Unsafe<'json' | 'csv'>(Type.String({ enum: ['json', 'csv'], default: 'json' })),
  })

const amount = (description: string) => Type.Number({ description, examples: [129.5] })
const count = (description: string) => Type.Integer({ description, examples: [12] })

const texts: Record<string, TProperties> = {
  sales: {
    orders: count('Paid orders.'),
    subtotal: amount('Items before discounts.'),
    discounts: amount('Discounts on items.'),
    gift_cards: amount('Gift cards that are taxed when they are spent: no revenue yet.'),
    shipping: amount('What was paid for shipping.'),
    payment_fees: amount('Fees for ways to pay.'),
    rounding: amount('What totals were rounded by.'),
    tax: amount('Tax of these orders, before refunds.'),
    total: amount('What the orders cost, without those gift cards.'),
    refunds: amount('Refunded on these days, whenever the order was paid.'),
    net: amount('`total - refunds`: the revenue of the dashboard.'),
  },
  payments: {
    payments: count('Successful payments.'),
    amount: amount('Paid on these days.'),
    refunds: count('Parts of refunds, one for each payment that got money back.'),
    refunded: amount('Paid back on these days, also for edits.'),
    net: amount('`amount - refunded`.'),
    fees: Nullable(Type.Number({ description: 'Fee of the provider. Null: not known.', examples: [0] })),
  },
  taxes: {
    taxable: amount('Net sales, without the tax.'),
    tax: amount('Tax on them.'),
    refunded_taxable: amount('Net refunds.'),
    refunded_tax: amount('Tax in refunds.'),
    net_taxable: amount('`taxable - refunded_taxable`.'),
    net_tax: amount('`tax - refunded_tax`.'),
  },
  products: {
    units: count('Sold units.'),
    subtotal: amount('Price × units.'),
    discounts: amount('Discounts on them.'),
    total: amount('`subtotal - discounts`; 0 for gift cards that are taxed when they are spent.'),
    refunded_units: count('Units refunded on these days.'),
    refunds: amount('What was paid for these units.'),
    net: amount('`total - refunds`.'),
  },
  discounts: {
    orders: count('Paid orders with the discount.'),
    amount: amount('Off items.'),
    shipping_amount: amount('Off shipping.'),
    total: amount('Both.'),
  },
  'gift-cards': {
    issued: count('New gift cards and store credits.'),
    sold: amount('Gift cards that customers bought.'),
    granted: amount('What the shop gave for nothing, or for a return.'),
    adjusted: amount('Changes by staff; below 0 for less.'),
    spent: amount('Paid with it.'),
    returned: amount('What refunds and cancelled payments changed; below 0 for gift cards that were refunded.'),
    change: amount('All of these together.'),
    balance: Type.Optional(amount('What customers could still spend at the end. Only without `by`.')),
  },
  refunds: {
    refunds: count('Refunds that succeeded.'),
    amount: amount('Refunded.'),
    shipping: amount('Of it, shipping.'),
    tax: amount('Of it, tax.'),
    gift_cards: amount('Of it, for gift cards that are taxed when they are spent.'),
    store_credit: amount('Of it, given as store credit.'),
    edits: count('Refunds of edits, which have made an order cheaper. They are in no other column.'),
    edit_amount: amount('What these gave back.'),
  },
  visits: {
    visits: count('Visits.'),
    product_views: count('Visits that saw a product.'),
    carts: count('Visits that saw a cart with something in it.'),
    checkouts: count('Visits that began a checkout.'),
  },
  margin: {
    units: count('Sold units.'),
    returned_units: count('Units of refunds on these days that are in stock: not sent, or put back.'),
    units_without_cost: count('Of `units - returned_units`, those without a known cost; their cost counts as 0.'),
    revenue: amount('Without tax, after discounts and refunds; with shipping.'),
    cost: Nullable(
      amount(
        '`unit_cost` when the order was placed, of units that were sold and are not back in stock. Null in another ' +
          'currency than the shop’s own, in which costs are.',
      ),
    ),
    margin: Nullable(amount('`revenue - cost`. Null without a cost.')),
    margin_percent: Nullable(Type.Number({ description: 'Of the revenue; null without any.', examples: [43.5] })),
  },
}

const text = (description: string, examples: string[]) => Nullable(Type.String({ description, examples }))

const ofKeys: Record<string, TProperties> = {
  payments: {
    provider: text('Who took or paid the money; `manual`: the shop itself.', ['stripe']),
    method: text('How.', ['stripe']),
  },
  taxes: {
    country: text('Where the order is taxed. Null: not known.', ['DE']),
    category: Type.String({ enum: ['goods', 'services'], description: 'Shipping is of the goods.' }),
    rate: Type.Number({ description: 'Percent; 0 without a tax.', examples: [19] }),
    name: text('Of the tax; null without one.', ['VAT']),
    reverse_charge: Type.Boolean({ description: 'The buyer owes the tax.' }),
  },
  discounts: {
    promotion_id: Nullable({ ...Uuid, description: 'Null: a discount by staff.' }),
    code: text('Null: it was automatic.', ['SUMMER-10']),
    name: text('Of the promotion.', ['Summer sale']),
  },
  'gift-cards': { kind: Type.String({ enum: ['gift_card', 'store_credit'] }) },
}

const ofDimension = {
  date: Type.Optional(
    Type.String({
      format: 'date',
      description: 'With `by` of days: the first day of the row.',
      examples: ['2026-11-01'],
    }),
  ),
  product_id: Type.Optional(Nullable({ ...Uuid, description: 'With `by=product`. Null: of no product.' })),
  sku: Type.Optional(text('With `by=product`.', ['22423'])),
  product: Type.Optional(text('Its name when it was sold, with `by=product`.', ['Regency cakestand, 3 tier'])),
  customer_id: Type.Optional(Nullable({ ...Uuid, description: 'With `by=customer`.' })),
  customer: Type.Optional(text('Name or e-mail address, with `by=customer`.', ['Ada Lovelace'])),
  country: Type.Optional(text('With `by=country`. Null: the order has no address.', ['GB'])),
  method: Type.Optional(text('With `by=method`. `several`: paid in several ways.', ['stripe'])),
  source: Type.Optional(text('Of visits, with `by=source`.', ['google.com'])),
}

export const reportAnswer = (report: string, title: string, hasMoney: boolean) => {
  const measures = texts[report] ?? {}
  return named(
    `${title}Report`,
    Type.Object({
      report: Type.String({ examples: [report] }),
      from: Type.String({ format: 'date', examples: ['2026-11-01'] }),
      to: Type.String({ format: 'date', description: 'Included.', examples: ['2026-11-30'] }),
      by: Nullable(Type.String({ description: 'Null: rows are of all days.', examples: ['day'] })),
      timezone: Type.String({ examples: ['Europe/London'] }),
      currency: Type.String({ description: 'Of all amounts: orders in others are left out.', examples: ['GBP'] }),
      ...(hasMoney && {
        currencies: Type.Array(Type.String({ examples: ['EUR'] }), {
          description: 'The shop’s own, then each other one in which the shop has orders, and the chosen one.',
        }),
      }),
      rows: Type.Array(Type.Object({ ...ofDimension, ...ofKeys[report], ...measures })),
      total_rows: Type.Integer({
        description:
          '`rows` has the first 1,000 of them, those with the most money (or visits) first; the file has all.',
        examples: [30],
      }),
      totals: Type.Object(measures, { description: 'The sum of all rows.' }),
    }),
  )
}
