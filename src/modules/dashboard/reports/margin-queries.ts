import { type RawBuilder, sql } from 'kysely'
import type { ReportScope, Source } from './queries.ts'
import {
  entriesOf,
  givenRefunds,
  linesOfOrder,
  ofLine,
  paidOrders,
  refunded,
  refundedLines,
  revenueOf,
  taxOfRefund,
  total,
} from './sold-queries.ts'
import { hasTax } from './tax-queries.ts'

const measures = ['units', 'returned_units', 'units_without_cost', 'revenue_minor', 'cost_minor', 'margin_minor']

/** Gift cards that are taxed when they are spent are no sales. */
const isSale = sql`line.voucher is distinct from 'multi'`
const unitsIf = (condition: RawBuilder<unknown>, units: RawBuilder<unknown>) =>
  sql`case when ${condition} then ${units} else 0 end`
const sold = sql`line.quantity`
/** Units of a refund that are in stock: those that were not sent, and those that were put back. */
const stocked = sql`(coalesce(item.cancelled, 0)
                     + case when item.restocked then item.quantity - coalesce(item.cancelled, 0) else 0 end)`
/** Costs are in the shop's own currency, so those of an order in another one are not known. */
const cost = sql`(case when not orders.other_currency then line.unit_cost_minor end)`
const costOf = (units: RawBuilder<unknown>) => unitsIf(isSale, sql`coalesce(${cost}, 0) * ${units}`)
const unknownOf = (units: RawBuilder<unknown>) => unitsIf(sql`${isSale} and ${cost} is null`, units)

/** Without tax, after discounts. */
const netOfOrder = sql`(${total} - orders.tax_total_minor)`
const netOfRefund = sql`(${refunded} - coalesce(${taxOfRefund}, 0))`

/** Sums over the lines of an order or of a refund. */
const sumsOf = (lines: RawBuilder<unknown>, units: RawBuilder<unknown>, net = sql`0`) => sql`
  cross join lateral (
    select coalesce(sum(${unitsIf(isSale, units)}), 0) as units, coalesce(sum(${costOf(units)}), 0) as cost,
           coalesce(sum(${unknownOf(units)}), 0) as unknown, coalesce(sum(${net}), 0) as net
      from (select) one ${lines}) lines`

interface Counted {
  units: RawBuilder<unknown>
  unknown: RawBuilder<unknown>
  cost: RawBuilder<unknown>
  net: RawBuilder<unknown>
}

const valuesOf = ({ units, unknown, cost, net }: Counted) => ({
  units,
  units_without_cost: unknown,
  revenue_minor: net,
  cost_minor: cost,
  margin_minor: sql`(${net} - ${cost})`,
})

const given = ({ units, unknown, cost, net }: Counted) => ({
  returned_units: units,
  units_without_cost: sql`-${unknown}`,
  revenue_minor: sql`-${net}`,
  cost_minor: sql`-${cost}`,
  margin_minor: sql`(${cost} - ${net})`,
})

const summed = { units: sql`lines.units`, unknown: sql`lines.unknown`, cost: sql`lines.cost` }

const byOrder = (scope: ReportScope) => sql`
  ${entriesOf(measures, {
    at: sql`orders.paid_at`,
    from: paidOrders(scope, sumsOf(linesOfOrder(scope.merchantId), sold)),
    values: valuesOf({ ...summed, net: netOfOrder }),
  })}
  union all
  ${entriesOf(measures, {
    at: sql`refunds.settled_at`,
    from: givenRefunds(scope, { joins: sumsOf(refundedLines(scope.merchantId), stocked) }),
    values: given({ ...summed, net: netOfRefund }),
  })}`

/** How much of the price of a line is tax. */
const taxShare = sql`
  cross join lateral (
    select coalesce(sum((taxed.value ->> 'amount_minor')::numeric
                        / nullif(coalesce(taxed.value ->> 'base_minor', taxed.value ->> 'taxable_minor')::numeric, 0)),
                    0) as tax
      from jsonb_array_elements(case when orders.tax_included then orders.tax_lines end)
           with ordinality taxed (value, number)
     where ${hasTax}) share`
const netOfUnits = (units: RawBuilder<unknown>) =>
  sql`(${revenueOf(units)} - round(${revenueOf(units)} * share.tax)::bigint)`

/** What is of no product, such as shipping, is in a row without one. */
const byProduct = (scope: ReportScope) => {
  const lines = sql`${linesOfOrder(scope.merchantId)} ${taxShare}`
  const units = sql`${refundedLines(scope.merchantId)} ${taxShare}`
  const zero = sql`0`
  const ofUnits = (count: RawBuilder<unknown>) => ({
    units: unitsIf(isSale, count),
    unknown: unknownOf(count),
    cost: costOf(count),
  })
  const none = { units: zero, unknown: zero, cost: zero }
  return sql`
    ${entriesOf(measures, {
      at: sql`orders.paid_at`,
      from: paidOrders(scope, lines),
      of: ofLine,
      values: valuesOf({ ...ofUnits(sold), net: netOfUnits(sold) }),
    })}
    union all
    ${entriesOf(measures, {
      at: sql`orders.paid_at`,
      from: paidOrders(scope, sumsOf(lines, sold, netOfUnits(sold))),
      values: valuesOf({ ...none, net: sql`(${netOfOrder} - lines.net)` }),
    })}
    union all
    ${entriesOf(measures, {
      at: sql`refunds.settled_at`,
      from: givenRefunds(scope, { joins: units }),
      of: ofLine,
      values: given({ ...ofUnits(stocked), net: netOfUnits(sql`item.quantity`) }),
    })}
    union all
    ${entriesOf(measures, {
      at: sql`refunds.settled_at`,
      from: givenRefunds(scope, { joins: sumsOf(units, stocked, netOfUnits(sql`item.quantity`)) }),
      values: given({ ...none, net: sql`(${netOfRefund} - lines.net)` }),
    })}`
}

/** What is left of sales when their cost is paid. */
export const marginSource: Source = {
  entries: (scope) => (scope.by === 'product' ? byProduct(scope) : byOrder(scope)),
  keys: [],
  measures,
  first: 'margin_minor',
}
