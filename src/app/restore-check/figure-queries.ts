import { type Check, checksOf, difference, eventsKeptSince, unpivot } from './check.ts'

/** Kept figures: what was folded, and what waits to be. */
const statuses = ['pending', 'paid', 'processing', 'completed', 'cancelled']
const figures = [...statuses, 'paid_orders', 'revenue_minor', 'new_customers', 'abandoned_carts', 'delivered', 'failed']

const salesFigures = ['order_count', 'order_total_minor']

/** The rows that figures are made of: merchant, moment, name, amount. */
const facts = `
  select merchant_id, created_at as moment, status as name, 1 as amount from orders
  union all select merchant_id, paid_at, 'paid_orders', 1 from orders where payment_status = 'paid'
  union all select merchant_id, paid_at, 'revenue_minor', total_minor from orders where payment_status = 'paid'
  union all select merchant_id, created_at, 'new_customers', 1 from customers
  union all select merchant_id, abandoned_at, 'abandoned_carts', 1 from carts where abandoned_at is not null
  union all select merchant_id, updated_at, status, 1 from deliveries where status in ('delivered', 'failed')`

/** Figures of deliveries are kept for good, deliveries are not: once some were dropped, there may be fewer. */
const figuresBy = (unit: string, table: string) => `
  select figure.* from (${difference(
    'merchant_id, moment, name',
    `${unpivot(table, 'merchant_id, hour as moment', figures)} union all
     ${unpivot('figure_changes', `merchant_id, date_trunc('${unit}', hour, 'UTC')`, figures, `hour > '-infinity'`)}`,
    `select merchant_id, date_trunc('${unit}', moment, 'UTC') as moment, name, amount from (${facts}) fact`,
  )}) figure
   where difference < 0 or name not in ('delivered', 'failed')
      or not exists (select from merchants where created_at < ${eventsKeptSince})`

export const figureChecks: Check[] = checksOf('figures', {
  'figures by the hour': ['orders', figuresBy('hour', 'figure_hours')],
  'figures by the day': ['orders', figuresBy('day', 'figure_days')],
  'figures in all': [
    'orders',
    difference(
      'merchant_id, name',
      `${unpivot('figure_totals', 'merchant_id', [...statuses, 'customers'])} union all
       ${unpivot('figure_changes', 'merchant_id', statuses, `hour > '-infinity'`)} union all
       select merchant_id, 'customers', new_customers from figure_changes where hour > '-infinity'`,
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
                                   ('revenue_minor', paid_orders * quantity * price_minor)) figure`,
      `select merchant_id, days, floor(extract(epoch from hour) / 86400 / days)::integer as block, product_id, figure.*
         from (select line.merchant_id, product_id, date_trunc('hour', paid_at, 'UTC') as hour,
                      sum(quantity) as units, sum(quantity * price_minor) as revenue_minor
                 from order_items line
                 join orders on orders.merchant_id = line.merchant_id and orders.id = line.order_id
                where payment_status = 'paid' group by 1, 2, 3) sold
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
        cross join lateral (values ('order_count', 1), ('order_total_minor', total_minor)) figure (name, amount)
        where status <> 'cancelled'`,
    ),
  ],
  'a row of sales for each customer': [
    'customers',
    `select merchant_id, user_id from customers
     except select merchant_id, user_id from customer_sales
     except select merchant_id, user_id from figure_changes where user_id is not null`,
  ],
  'customers are listed by their names': [
    'customers',
    `select merchant_id, user_id from customers join users on users.id = customers.user_id
      where customers.email_key <> coalesce(users.email_key, '')
         or customers.name_key <> customer_name_key(users.name)`,
  ],
})

export const auditChecks: Check[] = checksOf('audit log', {
  'entries are counted, by hour, actor and action': [
    'audit_entries',
    difference(
      'merchant_id, hour, actor_id, action',
      `select merchant_id, hour, actor_id, action, entries as amount from audit_counts
        union all select merchant_id, hour, actor_id, action, entries from audit_count_changes`,
      `select merchant_id, date_trunc('hour', at, 'UTC') as hour, actor_id, action, 1 as amount from audit_entries`,
    ),
  ],
})
