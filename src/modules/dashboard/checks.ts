import { type Check, checksOf, difference, eventsStoredSince, unpivot } from '#src/platform/db/checks.ts'

/** Stored figures: folded and pending changes. */
const statuses = ['pending', 'paid', 'processing', 'completed', 'cancelled']
const figures = [...statuses, 'paid_orders', 'revenue_minor', 'new_customers', 'abandoned_carts', 'delivered', 'failed']

const salesFigures = ['order_count', 'order_total_minor']

/** Orders that count as paid: `counts_as_paid` in figures.sql. */
const countsAsPaid = 'counts_as_paid(payment_status, refund_count, paid_at)'
/** In the shop's own currency, of which the stored amounts are. */
const isSold = `${countsAsPaid} and not other_currency`
const isOwnRefund = 'not is_in_other_currency(refunds.merchant_id, refunds.order_id)'

const lineOfOrder = 'line.voucher, line.price_minor, line.discount_minor, line.quantity'

const salesOf = ['refunded_minor', 'tax_minor', 'shipping_minor']

/** Refunds count on the day they were confirmed. */
const salesFacts = `
  select merchant_id, settled_at as moment, 'refunded_minor' as name,
         amount_minor - coalesce(voucher_minor, 0) as amount
    from refunds where status = 'succeeded' and edit_id is null and ${isOwnRefund}
  union all select merchant_id, paid_at, 'tax_minor', tax_total_minor from orders where ${isSold}
  union all select merchant_id, paid_at, 'shipping_minor', shipping_total_minor from orders where ${isSold}`

const quarter = (at: string) => `quarter_of(${at})`
const day = (at: string) => `date_trunc('day', ${at}, 'UTC')`

const salesBy = (unit: (at: string) => string, table: string) =>
  difference(
    'merchant_id, moment, name',
    `${unpivot(table, 'merchant_id, hour as moment', salesOf)} union all
     ${unpivot('sales_changes', `merchant_id, ${unit('hour')}`, salesOf)}`,
    `select merchant_id, ${unit('moment')} as moment, name, amount from (${salesFacts}) fact`,
  )

/** Source rows of figures: merchant, moment, name, amount. */
const facts = `
  select merchant_id, created_at as moment, status as name, 1 as amount from orders
  union all select merchant_id, paid_at, 'paid_orders', 1 from orders where ${isSold}
  union all select merchant_id, paid_at, 'revenue_minor', total_minor - coalesce(voucher_minor, 0)
    from orders where ${isSold}
  union all select merchant_id, created_at, 'new_customers', 1 from customers
  union all select merchant_id, abandoned_at, 'abandoned_carts', 1 from carts where abandoned_at is not null
  union all select merchant_id, updated_at, status, 1 from deliveries where status in ('delivered', 'failed')`

/** Figures of deliveries are kept for good, deliveries are not: once some are dropped, there may be fewer. */
const figuresBy = (unit: (at: string) => string, table: string) => `
  select figure.* from (${difference(
    'merchant_id, moment, name',
    `${unpivot(table, 'merchant_id, hour as moment', figures)} union all
     ${unpivot('figure_changes', `merchant_id, ${unit('hour')}`, figures)}`,
    `select merchant_id, ${unit('moment')} as moment, name, amount from (${facts}) fact`,
  )}) figure
   where difference < 0 or name not in ('delivered', 'failed')
      or not exists (select from merchants where created_at < ${eventsStoredSince})`

/** Units of refunds. */
const refundedUnits = (condition: string) => `
  select refunds.merchant_id, refunds.id as refund_id, settled_at, line.product_id, item.quantity as units,
         revenue_of_units(${lineOfOrder}, item.quantity) as revenue_minor
    from refunds cross join jsonb_to_recordset(items) as item (line int, product_id uuid, quantity bigint)
    join order_items line on line.merchant_id = refunds.merchant_id and line.order_id = refunds.order_id
                         and line.product_id = item.product_id
                         and line.line = coalesce(item.line, line.line)
   where ${condition}`

export const figureChecks: Check[] = checksOf('figures', {
  'figures by the quarter of an hour': ['orders', figuresBy(quarter, 'figure_hours')],
  'figures by the day': ['orders', figuresBy(day, 'figure_days')],
  'refunds, tax and shipping by the quarter of an hour': ['refunds', salesBy(quarter, 'sales_hours')],
  'refunds, tax and shipping by the day': ['refunds', salesBy(day, 'sales_days')],
  'figures in all': [
    'orders',
    difference(
      'merchant_id, name',
      `${unpivot('figure_totals', 'merchant_id', [...statuses, 'customers'])} union all
       ${unpivot('figure_changes', 'merchant_id', statuses)} union all
       select merchant_id, 'customers', new_customers from figure_changes`,
      `select merchant_id, status as name, 1 as amount from orders
        union all select merchant_id, 'customers', 1 from customers`,
    ),
  ],
  'sales of products': [
    'order_items',
    difference(
      'merchant_id, days, block, product_id, name',
      `${unpivot('product_sales', 'merchant_id, block_days as days, block, product_id', ['units', 'revenue_minor'])}
       union all
       select line.merchant_id, days, floor(extract(epoch from hour) / 86400 / days)::integer, product_id, figure.*
         from figure_changes change
         join order_items line on line.merchant_id = change.merchant_id and line.order_id = change.order_id
        cross join (values (1), (8), (64)) size (days)
        cross join lateral (values ('units', paid_orders * quantity),
                                   ('revenue_minor', paid_orders * revenue_of_units(${lineOfOrder}, quantity))) figure
       union all
       select unit.merchant_id, days, floor(extract(epoch from hour) / 86400 / days)::integer, product_id, figure.*
         from sales_changes change
         join (${refundedUnits('true')}) unit on unit.merchant_id = change.merchant_id
                                              and unit.refund_id = change.refund_id
        cross join (values (1), (8), (64)) size (days)
        cross join lateral (values ('units', -units), ('revenue_minor', -revenue_minor)) figure`,
      `select merchant_id, days, floor(extract(epoch from hour) / 86400 / days)::integer as block, product_id, figure.*
         from (select line.merchant_id, product_id, quarter_of(paid_at) as hour,
                      sum(quantity) as units, sum(revenue_of_units(${lineOfOrder}, quantity)) as revenue_minor
                 from order_items line
                 join orders on orders.merchant_id = line.merchant_id and orders.id = line.order_id
                where ${isSold} group by 1, 2, 3
               union all
               select merchant_id, product_id, quarter_of(settled_at), -units, -revenue_minor
                 from (${refundedUnits(`refunds.status = 'succeeded' and ${isOwnRefund}`)}) unit) sold
        cross join (values (1), (8), (64)) size (days)
        cross join lateral (values ('units', units), ('revenue_minor', revenue_minor)) figure (name, amount)`,
    ),
  ],
  'sales to customers': [
    'orders',
    difference(
      'merchant_id, user_id, name',
      `${unpivot('customer_sales', 'merchant_id, user_id', salesFigures)} union all
       ${unpivot('figure_changes', 'merchant_id, user_id', salesFigures, 'user_id is not null')}`,
      `select merchant_id, user_id, figure.* from orders
        cross join lateral (
          values ('order_count', 1), ('order_total_minor', case when other_currency then 0 else total_minor end)
        ) figure (name, amount)
        where status <> 'cancelled'`,
    ),
  ],
  'orders say whether they are in another currency': [
    'orders',
    `select merchant_id, id, currency from orders
      where other_currency <> (market_id is not null and currency <> currency_of_shop(merchant_id))`,
  ],
  'a row of sales for each customer': [
    'customers',
    `select merchant_id, user_id from customers
     except select merchant_id, user_id from customer_sales
     except select merchant_id, user_id from figure_changes where user_id is not null`,
  ],
  'customers are listed by their names': [
    'customers',
    `select merchant_id, user_id from customers
      where (by_staff or told) and (name_key <> customer_name_key(name) or (email is null) <> (email_key = '')
         or phone_key <> regexp_replace(coalesce(phone, ''), '\\D', '', 'g'))
     union all
     select merchant_id, user_id from customers join users on users.id = customers.user_id
      where not by_staff and not told and ((customers.email_key <> coalesce(users.email_key, '')
             -- A guest has no address; the shop has that of their orders.
             and (not is_guest or deleted_at is not null))
         or customers.name_key <> customer_name_key(users.name)
         or customers.phone_key <> regexp_replace(coalesce(users.phone, ''), '\\D', '', 'g'))`,
  ],
})
