import { type RawBuilder, sql } from 'kysely'
import { movedIn, soldIn } from '../currency-queries.ts'
import type { ReportScope, Source } from './queries.ts'

/** The orders paid in the range, and the refunds that succeeded in it, by the rules of the dashboard's figures. */

const none = { product_id: sql`null::uuid`, sku: sql`null::text`, name: sql`null::text` }
export const ofLine = { product_id: sql`line.product_id`, sku: sql`line.sku`, name: sql`line.name` }

const countryOf = sql`coalesce(orders.shipping_address ->> 'country', orders.billing_address ->> 'country')`

/** Entries of one kind; measures that are not named are 0. */
export function entriesOf(
  measures: readonly string[],
  {
    at,
    from,
    values,
    keys = {},
    country = countryOf,
    of = none,
  }: {
    at: RawBuilder<unknown>
    from: RawBuilder<unknown>
    values: Record<string, RawBuilder<unknown>>
    keys?: Record<string, RawBuilder<unknown>>
    country?: RawBuilder<unknown>
    of?: typeof none
  },
): RawBuilder<unknown> {
  const named = Object.entries(keys).map(([name, value]) => sql`${value} as ${sql.ref(name)}, `)
  const sums = measures.map((name) => sql`${values[name] ?? sql`0`}::bigint as ${sql.ref(name)}`)
  return sql`
    select ${at} as at, orders.id as order_id, orders.user_id, ${country} as country, ${of.product_id} as product_id,
           ${of.sku} as sku, ${of.name} as name, ${sql.join(named, sql``)} ${sql.join(sums)}
      from ${from}`
}

/** `joins` read the order. */
export function paidOrders(
  { merchantId, range, selling }: ReportScope,
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    orders ${joins}
     where orders.merchant_id = ${merchantId} and orders.paid_at >= ${range.from} and orders.paid_at < ${range.to}
       and counts_as_paid(orders.payment_status, orders.refund_count, orders.paid_at) ${soldIn(selling)}`
}

/** With their orders. Money that an edit gave back is not among them: the order's own amounts are that much less. */
export function givenRefunds(
  scope: ReportScope,
  {
    joins = sql``,
    edits = sql`and refunds.edit_id is null`,
  }: { joins?: RawBuilder<unknown>; edits?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { merchantId, range, selling } = scope
  return sql`
    refunds
     cross join lateral (
       select * from orders where orders.merchant_id = ${merchantId} and orders.id = refunds.order_id offset 0) orders
     ${joins}
     where refunds.merchant_id = ${merchantId} and refunds.status = 'succeeded' ${edits}
       and refunds.settled_at >= ${range.from} and refunds.settled_at < ${range.to} ${movedIn('refunds', selling)}`
}

/** OFFSET forces one look-up per order: for a small shop the planner read the lines of all shops. */
export const linesOfOrder = (merchantId: string) => sql`
  cross join lateral (
    select * from order_items
     where order_items.merchant_id = ${merchantId} and order_items.order_id = orders.id offset 0) line`

/** The units that a refund names. */
export const refundedLines = (merchantId: string) => sql`
  ${linesOfOrder(merchantId)}
  join jsonb_to_recordset(refunds.items)
       as item (line int, product_id uuid, quantity bigint, cancelled bigint, restocked boolean)
    on item.product_id = line.product_id and coalesce(item.line, line.line) = line.line`

export const revenueOf = (units: RawBuilder<unknown>) =>
  sql`revenue_of_units(line.voucher, line.price_minor, line.discount_minor, line.quantity, ${units})`

const price = sql`(line.price_minor * line.quantity)`
const sumOfLines = (merchantId: string) => sql`
  left join lateral (
    select sum(${revenueOf(sql`line.quantity`)}) as minor from order_items line
     where line.merchant_id = ${merchantId} and line.order_id = orders.id) lines on true`
const sumOfUnits = (merchantId: string) => sql`
  left join lateral (
    select sum(${revenueOf(sql`item.quantity`)}) as minor from (select) one ${refundedLines(merchantId)}) lines on true`

const vouchers = sql`coalesce(orders.voucher_minor, 0)`
export const total = sql`(orders.total_minor - ${vouchers})`
export const refunded = sql`(refunds.amount_minor - coalesce(refunds.voucher_minor, 0))`
const addedTax = sql`(case when orders.tax_included then 0 else orders.tax_total_minor end)`
const subtotal = sql`(orders.total_minor - ${addedTax} - orders.shipping_total_minor - orders.payment_fee_total_minor
                      - orders.rounding_total_minor + orders.discount_total_minor)`

const salesMeasures = [
  ...['orders', 'subtotal_minor', 'discounts_minor', 'gift_cards_minor', 'shipping_minor', 'payment_fees_minor'],
  'rounding_minor',
  ...['tax_minor', 'total_minor', 'refunds_minor', 'net_minor'],
]

const ofOrder = {
  orders: sql`1`,
  shipping_minor: sql`orders.shipping_total_minor`,
  payment_fees_minor: sql`orders.payment_fee_total_minor`,
  rounding_minor: sql`orders.rounding_total_minor`,
  tax_minor: sql`orders.tax_total_minor`,
}

const sales = (scope: ReportScope) => sql`
  ${entriesOf(salesMeasures, {
    at: sql`orders.paid_at`,
    from: paidOrders(scope),
    values: {
      ...ofOrder,
      subtotal_minor: subtotal,
      discounts_minor: sql`orders.discount_total_minor`,
      gift_cards_minor: vouchers,
      total_minor: total,
      net_minor: total,
    },
  })}
  union all
  ${entriesOf(salesMeasures, {
    at: sql`refunds.settled_at`,
    from: givenRefunds(scope, {}),
    values: { refunds_minor: refunded, net_minor: sql`-${refunded}` },
  })}`

/** What is of no product, shipping and added tax above all, is in a row without one. */
const salesByProduct = (scope: ReportScope) => {
  const rest = sql`(${total} - coalesce(lines.minor, 0))`
  const restGiven = sql`(${refunded} - coalesce(lines.minor, 0))`
  return sql`
    ${entriesOf(salesMeasures, {
      at: sql`orders.paid_at`,
      from: paidOrders(scope, linesOfOrder(scope.merchantId)),
      of: ofLine,
      values: {
        subtotal_minor: price,
        discounts_minor: sql`line.discount_minor`,
        gift_cards_minor: sql`case when line.voucher = 'multi' then ${price} - line.discount_minor else 0 end`,
        total_minor: revenueOf(sql`line.quantity`),
        net_minor: revenueOf(sql`line.quantity`),
      },
    })}
    union all
    ${entriesOf(salesMeasures, {
      at: sql`orders.paid_at`,
      from: paidOrders(scope, sumOfLines(scope.merchantId)),
      values: { ...ofOrder, total_minor: rest, net_minor: rest },
    })}
    union all
    ${entriesOf(salesMeasures, {
      at: sql`refunds.settled_at`,
      from: givenRefunds(scope, { joins: refundedLines(scope.merchantId) }),
      of: ofLine,
      values: {
        refunds_minor: revenueOf(sql`item.quantity`),
        net_minor: sql`-${revenueOf(sql`item.quantity`)}`,
      },
    })}
    union all
    ${entriesOf(salesMeasures, {
      at: sql`refunds.settled_at`,
      from: givenRefunds(scope, { joins: sumOfUnits(scope.merchantId) }),
      values: { refunds_minor: restGiven, net_minor: sql`-${restGiven}` },
    })}`
}

export const salesSource: Source = {
  entries: (scope) => (scope.by === 'product' ? salesByProduct(scope) : sales(scope)),
  keys: [],
  measures: salesMeasures,
  first: 'total_minor',
}

const productMeasures = [
  ...['units', 'subtotal_minor', 'discounts_minor', 'total_minor', 'refunded_units', 'refunds_minor', 'net_minor'],
]

/** Gift cards that are taxed when they are spent are no sales. */
export const productsSource: Source = {
  entries: (scope) => sql`
    ${entriesOf(productMeasures, {
      at: sql`orders.paid_at`,
      from: paidOrders(scope, linesOfOrder(scope.merchantId)),
      of: ofLine,
      values: {
        units: sql`line.quantity`,
        subtotal_minor: sql`case when line.voucher = 'multi' then 0 else ${price} end`,
        discounts_minor: sql`case when line.voucher = 'multi' then 0 else line.discount_minor end`,
        total_minor: revenueOf(sql`line.quantity`),
        net_minor: revenueOf(sql`line.quantity`),
      },
    })}
    union all
    ${entriesOf(productMeasures, {
      at: sql`refunds.settled_at`,
      from: givenRefunds(scope, { joins: refundedLines(scope.merchantId) }),
      of: ofLine,
      values: {
        refunded_units: sql`item.quantity`,
        refunds_minor: revenueOf(sql`item.quantity`),
        net_minor: sql`-${revenueOf(sql`item.quantity`)}`,
      },
    })}`,
  keys: [],
  measures: productMeasures,
  first: 'net_minor',
}

const refundMeasures = [
  ...['refunds', 'amount_minor', 'shipping_minor', 'tax_minor', 'gift_cards_minor', 'store_credit_minor'],
  ...['edits', 'edit_amount_minor'],
]

const isEdit = sql`refunds.edit_id is not null`
export const taxOfRefund = sql`(
  select sum((element ->> 'amount_minor')::bigint) from jsonb_array_elements(refunds.tax_lines) element)`

const refundOf = (amount: RawBuilder<unknown>) => {
  const unlessEdit = (value: RawBuilder<unknown>) => sql`case when ${isEdit} then 0 else ${value} end`
  return {
    refunds: unlessEdit(sql`1`),
    amount_minor: unlessEdit(amount),
    shipping_minor: unlessEdit(sql`refunds.shipping_minor`),
    tax_minor: unlessEdit(sql`coalesce(${taxOfRefund}, 0)`),
    gift_cards_minor: unlessEdit(sql`coalesce(refunds.voucher_minor, 0)`),
    store_credit_minor: unlessEdit(
      sql`case when refunds.refunded_to = 'store_credit' then refunds.amount_minor else 0 end`,
    ),
    edits: sql`case when ${isEdit} then 1 else 0 end`,
    edit_amount_minor: sql`case when ${isEdit} then refunds.amount_minor else 0 end`,
  }
}

const at = sql`refunds.settled_at`
const paidForUnits = sql`paid_for_units(line.price_minor, line.discount_minor, line.quantity, item.quantity)`

/** By product: what is of no product is in a row without one. */
const refundsByProduct = (scope: ReportScope) => {
  const units = sql`
    left join lateral (
      select sum(${paidForUnits}) as minor from (select) one ${refundedLines(scope.merchantId)}) lines on true`
  return sql`
    ${entriesOf(refundMeasures, {
      at,
      from: givenRefunds(scope, { joins: refundedLines(scope.merchantId) }),
      of: ofLine,
      values: { amount_minor: paidForUnits },
    })}
    union all
    ${entriesOf(refundMeasures, {
      at,
      from: givenRefunds(scope, {
        joins: units,
        edits: sql``,
      }),
      values: refundOf(sql`refunds.amount_minor - coalesce(lines.minor, 0)`),
    })}`
}

export const refundsSource: Source = {
  entries: (scope) =>
    scope.by === 'product'
      ? refundsByProduct(scope)
      : entriesOf(refundMeasures, {
          at,
          from: givenRefunds(scope, { edits: sql`` }),
          values: refundOf(sql`refunds.amount_minor`),
        }),
  keys: [],
  measures: refundMeasures,
  first: 'amount_minor',
}

const discountMeasures = ['orders', 'amount_minor', 'shipping_amount_minor', 'total_minor']

export const discountsSource: Source = {
  entries: (scope) => {
    const given = sql`
      cross join lateral jsonb_to_recordset(orders.discounts) as given
        (promotion_id text, code text, name text, amount_minor bigint, shipping_minor bigint)`
    return entriesOf(discountMeasures, {
      at: sql`orders.paid_at`,
      from: paidOrders(scope, given),
      keys: { promotion_id: sql`given.promotion_id`, code: sql`given.code`, promotion: sql`given.name` },
      values: {
        orders: sql`1`,
        amount_minor: sql`given.amount_minor`,
        shipping_amount_minor: sql`given.shipping_minor`,
        total_minor: sql`given.amount_minor + given.shipping_minor`,
      },
    })
  },
  keys: ['promotion_id', 'code', 'promotion'],
  measures: discountMeasures,
  first: 'total_minor',
}
