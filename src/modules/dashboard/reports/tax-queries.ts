import { type RawBuilder, sql } from 'kysely'
import type { ReportScope, Source } from './queries.ts'
import { givenRefunds, paidOrders } from './sold-queries.ts'

const measures = [
  ...[
    'taxable_minor',
    'tax_minor',
    'refunded_taxable_minor',
    'refunded_tax_minor',
    'net_taxable_minor',
    'net_tax_minor',
  ],
]

/**
 * The places of goods and services, as orders are taxed (`placesOf` of pricing): where the order goes; else goods are
 * of the shop's own place.
 */
const places = sql`
  cross join lateral (
    select orders.shipping_address ->> 'country' as sent_to, orders.billing_address ->> 'country' as billed_to) place`
const placeOf = {
  goods: sql`coalesce(place.sent_to, seat.country, place.billed_to)`,
  services: sql`coalesce(place.sent_to, place.billed_to, seat.country)`,
}

export const seatOf = (merchantId: string) => sql`
  cross join lateral (
    select coalesce(
      (select invoices -> 'seller_address' ->> 'country' from merchant_settings where merchant_id = ${merchantId}),
      (select max(country) from tax_rates where merchant_id = ${merchantId} having count(distinct country) = 1)
    ) as country) seat`

export const hasTax = sql`
  case when orders.tax_lines -> 0 -> 'items' is null then line.tax_line = taxed.number - 1
       else taxed.value -> 'items' @> to_jsonb(line.line) end`

const taxedShipping = sql`
  coalesce((taxed.value ->> 'shipping_minor')::bigint,
           case when orders.shipping_tax_line = taxed.number - 1 then orders.shipping_total_minor else 0 end)
  + coalesce((taxed.value ->> 'fee_minor')::bigint, 0)`

/** Of the taxed price, how much is of services; shipping and fee are of the goods. */
const sharesOfOrder = (merchantId: string) => sql`
  cross join lateral (
    select coalesce(sum(minor) filter (where not requires_shipping), 0) as services,
           coalesce(sum(minor), 0) + ${taxedShipping} as whole
      from (select line.requires_shipping, line.price_minor * line.quantity - line.discount_minor as minor
              from order_items line
             where line.merchant_id = ${merchantId} and line.order_id = orders.id and ${hasTax}) line) share`

/** The same of a refund; of one without units as of its order. */
const sharesOfRefund = (merchantId: string) => sql`
  cross join lateral (
    select coalesce(sum(minor) filter (where not requires_shipping), 0) as services,
           coalesce(sum(minor), 0) + refunds.shipping_minor + refunds.payment_fee_minor as whole
      from (select line.requires_shipping,
                   paid_for_units(line.price_minor, line.discount_minor, line.quantity,
                                  coalesce(item.quantity, line.quantity)) as minor
              from order_items line
              left join jsonb_to_recordset(refunds.items) as item (line int, product_id uuid, quantity bigint)
                on item.product_id = line.product_id and coalesce(item.line, line.line) = line.line
             where line.merchant_id = ${merchantId} and line.order_id = orders.id and ${hasTax}
               and (refunds.items is null or item.quantity is not null)) line) share`

interface Taxed {
  at: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** Without the tax. */
  taxable: RawBuilder<unknown>
  tax: RawBuilder<unknown>
  isRefund: boolean
  name: RawBuilder<unknown>
  rate: RawBuilder<unknown>
  reason: RawBuilder<unknown>
  /** Of the amounts, how much is of services. */
  services: RawBuilder<unknown>
  whole: RawBuilder<unknown>
}

/** Two entries at most: of goods, and of services. */
function split({ at, from, taxable, tax, isRefund, name, rate, reason, services, whole }: Taxed) {
  const nothing = sql`0::bigint`
  const [sign, zero] = isRefund ? [sql`-`, nothing] : [sql``, nothing]
  return sql`
    select at, order_id, user_id, place as country, null::uuid as product_id, null::text as sku, null::text as name,
           place as taxed_in, supply, rate, tax_name, reason,
           ${isRefund ? zero : sql`taxable`} as taxable_minor, ${isRefund ? zero : sql`tax`} as tax_minor,
           ${isRefund ? sql`taxable` : zero} as refunded_taxable_minor,
           ${isRefund ? sql`tax` : zero} as refunded_tax_minor,
           ${sign}taxable as net_taxable_minor, ${sign}tax as net_tax_minor
      from (select amounts.at, amounts.order_id, amounts.user_id, amounts.rate, amounts.tax_name, amounts.reason,
                   part.supply, part.place,
                   (case part.supply when 'services' then amounts.of_services
                                     else amounts.taxable - amounts.of_services end)::bigint as taxable,
                   (case part.supply when 'services' then amounts.tax_of_services
                                     else amounts.tax - amounts.tax_of_services end)::bigint as tax
              from (select *, case when whole > 0 then round(taxable * services / whole) else 0 end as of_services,
                           case when whole > 0 then round(tax * services / whole) else 0 end as tax_of_services
                      from (select ${at} as at, orders.id as order_id, orders.user_id, ${name} as tax_name,
                                   ${rate} as rate, ${reason} as reason, ${placeOf.goods} as place_of_goods,
                                   ${placeOf.services} as place_of_services, (${taxable})::numeric as taxable,
                                   (${tax})::numeric as tax, (${services})::numeric as services,
                                   (${whole})::numeric as whole
                              from ${from}) found) amounts
             cross join lateral (values ('goods', amounts.place_of_goods), ('services', amounts.place_of_services))
                   part (supply, place)
             where case part.supply when 'services' then amounts.services > 0
                                    else amounts.whole = 0 or amounts.services < amounts.whole end) parts`
}

const ofElement = {
  name: sql`taxed.value ->> 'name'`,
  rate: sql`taxed.value ->> 'rate'`,
  reason: sql`taxed.value ->> 'reason'`,
}
const minorOf = (field: string, of = sql`taxed.value`) => sql`(${of} ->> ${sql.lit(field)})::bigint`
const netOf = (of: RawBuilder<unknown>) => sql`
  ${minorOf('taxable_minor', of)} - case when orders.tax_included then ${minorOf('amount_minor', of)} else 0 end`

/** All of an order that no tax line names, with the gift cards that are taxed when spent. */
const untaxedOf = (merchantId: string) => sql`
  cross join lateral (
    select coalesce(sum(minor) filter (where not requires_shipping), 0) as services,
           coalesce(sum(minor), 0)
           + case when orders.shipping_tax_line is null
                   and not jsonb_path_exists(coalesce(orders.tax_lines, '[]'), '$[*].shipping_minor')
                  then orders.shipping_total_minor else 0 end
           + case when not jsonb_path_exists(coalesce(orders.tax_lines, '[]'), '$[*].fee_minor')
                  then orders.payment_fee_total_minor else 0 end as whole
      from (select line.requires_shipping,
                   revenue_of_units(line.voucher, line.price_minor, line.discount_minor, line.quantity, line.quantity)
                     as minor
              from order_items line
             where line.merchant_id = ${merchantId} and line.order_id = orders.id and line.tax_line is null
               and not exists (select from jsonb_array_elements(orders.tax_lines) taxed (value)
                                where taxed.value -> 'items' @> to_jsonb(line.line))) line) share`

const untaxedRefund = (merchantId: string) => sql`
  cross join lateral (
    select case when bool_and(not line.requires_shipping) then 1 else 0 end as services, 1 as whole,
           case when coalesce(jsonb_array_length(orders.tax_lines), 0) = 0
                then refunds.amount_minor - coalesce(refunds.voucher_minor, 0) else 0 end as minor
      from order_items line where line.merchant_id = ${merchantId} and line.order_id = orders.id) share`

const noTax = { tax: sql`0`, name: sql`null::text`, rate: sql`'0'`, reason: sql`null::text` }

const entries = (scope: ReportScope) => {
  const { merchantId } = scope
  const seat = sql`${places} ${seatOf(merchantId)}`
  const elements = sql`
    cross join lateral jsonb_array_elements(orders.tax_lines) with ordinality taxed (value, number)`
  // The tax line of the order that an element of the refund is a part of.
  const refunded = sql`
    cross join lateral jsonb_array_elements(refunds.tax_lines) part (value)
    left join lateral (
      select value, number from jsonb_array_elements(orders.tax_lines) with ordinality line (value, number)
       where line.value ->> 'name' = part.value ->> 'name' and line.value -> 'rate' = part.value -> 'rate'
       order by number limit 1) taxed on true`
  const ofPart = {
    name: sql`part.value ->> 'name'`,
    rate: sql`part.value ->> 'rate'`,
    reason: sql`part.value ->> 'reason'`,
  }
  return sql`
    ${split({
      at: sql`orders.paid_at`,
      from: paidOrders(scope, sql`${seat} ${elements} ${sharesOfOrder(merchantId)}`),
      ...ofElement,
      taxable: netOf(sql`taxed.value`),
      tax: minorOf('amount_minor'),
      services: sql`share.services`,
      whole: sql`share.whole`,
      isRefund: false,
    })}
    union all
    select * from (${split({
      at: sql`orders.paid_at`,
      from: paidOrders(scope, sql`${seat} ${untaxedOf(merchantId)}`),
      ...noTax,
      taxable: sql`share.whole`,
      services: sql`share.services`,
      whole: sql`share.whole`,
      isRefund: false,
    })}) untaxed where taxable_minor <> 0
    union all
    ${split({
      at: sql`refunds.settled_at`,
      from: givenRefunds(scope, { joins: sql`${seat} ${refunded} ${sharesOfRefund(merchantId)}` }),
      ...ofPart,
      taxable: netOf(sql`part.value`),
      tax: minorOf('amount_minor', sql`part.value`),
      services: sql`share.services`,
      whole: sql`share.whole`,
      isRefund: true,
    })}
    union all
    select * from (${split({
      at: sql`refunds.settled_at`,
      from: givenRefunds(scope, { joins: sql`${seat} ${untaxedRefund(merchantId)}` }),
      ...noTax,
      taxable: sql`share.minor`,
      services: sql`share.services`,
      whole: sql`share.whole`,
      isRefund: true,
    })}) untaxed where refunded_taxable_minor <> 0`
}

export const taxesSource: Source = {
  entries,
  keys: ['taxed_in', 'supply', 'rate', 'tax_name', 'reason'],
  measures,
  first: 'taxable_minor',
}
