import { runOn } from './release.ts'

/**
 * Everything the database keeps a count or a copy of, against the rows it is of. A kept count is what was folded and
 * what waits to be. Each statement answers the rows in which the two differ.
 */

const statuses = ['pending', 'paid', 'processing', 'completed', 'cancelled']
const figures = [...statuses, 'paid_orders', 'revenue_minor', 'new_customers', 'abandoned_carts', 'delivered', 'failed']

/** Columns turned into rows: merchant, the other keys, name of the column, its amount. */
const unpivot = (table: string, keys: string, columns: readonly string[], condition = 'true') => `
  select ${keys}, figure.name, figure.amount::numeric from ${table}
   cross join lateral (values ${columns.map((column) => `('${column}', ${column})`).join(', ')}) figure (name, amount)
   where ${condition}`

/** The rows that figures are made of: merchant, moment, name, amount. */
const facts = `
  select merchant_id, created_at as moment, status as name, 1 as amount from orders
  union all select merchant_id, paid_at, 'paid_orders', 1 from orders where payment_status = 'paid'
  union all select merchant_id, paid_at, 'revenue_minor', total_minor from orders where payment_status = 'paid'
  union all select merchant_id, created_at, 'new_customers', 1 from customers
  union all select merchant_id, abandoned_at, 'abandoned_carts', 1 from carts where abandoned_at is not null
  union all select merchant_id, updated_at, status, 1 from deliveries where status in ('delivered', 'failed')`

/** Rows of `kept` and, with the sign turned, of `counted`, where they do not cancel out. */
const difference = (keys: string, kept: string, counted: string) => `
  select ${keys}, sum(amount) as difference
    from (select * from (${kept}) kept union all select ${keys}, -amount from (${counted}) counted) both_of
   group by ${keys} having sum(amount) <> 0`

const changes = `figure_changes where hour > '-infinity'`
const figuresBy = (unit: string, table: string) =>
  difference(
    'merchant_id, moment, name',
    `${unpivot(table, 'merchant_id, hour as moment', figures)} union all
     ${unpivot('figure_changes', `merchant_id, date_trunc('${unit}', hour, 'UTC')`, figures, `hour > '-infinity'`)}`,
    `select merchant_id, date_trunc('${unit}', moment, 'UTC') as moment, name, amount from (${facts}) fact`,
  )

/** Each merchant; for active products every merchant together, too. */
const ownersOfCounts = `
  select merchant_id union all select '00000000-0000-0000-0000-000000000000' where status = 'active'`

const checks: Record<string, string> = {
  'figures by the hour': figuresBy('hour', 'figure_hours'),
  'figures by the day': figuresBy('day', 'figure_days'),
  'figures in all': difference(
    'merchant_id, name',
    `${unpivot('figure_totals', 'merchant_id', [...statuses, 'customers'])} union all
     ${unpivot('figure_changes', 'merchant_id', statuses, `hour > '-infinity'`)} union all
     select merchant_id, 'customers', new_customers from ${changes}`,
    `select merchant_id, status as name, 1 as amount from orders
      union all select merchant_id, 'customers', 1 from customers`,
  ),
  'sales of products': difference(
    'merchant_id, days, block, product_id, name',
    `${unpivot('product_sales', 'merchant_id, block_days as days, block, product_id', ['units', 'revenue_minor'])}
     union all
     select line.merchant_id, days, floor(extract(epoch from hour) / 86400 / days)::integer, product_id, figure.*
       from figure_changes change
       join order_items line on line.merchant_id = change.merchant_id and line.order_id = change.order_id
      cross join (values (1), (8), (64)) size (days)
      cross join lateral (values ('units', paid_orders * quantity),
                                 ('revenue_minor', paid_orders * quantity * price_minor)) figure`,
    `select line.merchant_id, days,
            floor(extract(epoch from date_trunc('hour', paid_at, 'UTC')) / 86400 / days)::integer
            as block, product_id, figure.*
       from order_items line join orders on orders.merchant_id = line.merchant_id and orders.id = line.order_id
      cross join (values (1), (8), (64)) size (days)
      cross join lateral (values ('units', quantity), ('revenue_minor', quantity * price_minor)) figure (name, amount)
      where payment_status = 'paid'`,
  ),
  'sales to customers': difference(
    'merchant_id, user_id, name',
    `${unpivot('customer_sales', 'merchant_id, user_id', ['order_count', 'order_total_minor'])} union all
     ${unpivot('figure_changes', 'merchant_id, user_id', ['order_count', 'order_total_minor'], 'user_id is not null')}`,
    `select merchant_id, user_id, figure.* from orders
      cross join lateral (values ('order_count', 1), ('order_total_minor', total_minor)) figure (name, amount)
      where status <> 'cancelled'`,
  ),
  'a row of sales for each customer': `
    select * from customers customer
     where not exists (select from customer_sales sale
                        where (sale.merchant_id, sale.user_id) = (customer.merchant_id, customer.user_id))
       and not exists (select from figure_changes change
                        where (change.merchant_id, change.user_id) = (customer.merchant_id, customer.user_id))`,
  'names of customers': `
    select * from customers join users on users.id = customers.user_id
     where customers.email_key <> coalesce(users.email_key, '') or customers.name_key <> customer_name_key(users.name)`,
  'rows of orders without what they refer to': `
    select id from orders where not exists (select from merchants where merchants.id = orders.merchant_id)
                             or not exists (select from users where users.id = orders.user_id)
     union all select order_id from order_items line where not exists (
       select from orders where (orders.merchant_id, orders.id) = (line.merchant_id, line.order_id))
     union all select id from payments where not exists (
       select from orders where (orders.merchant_id, orders.id) = (payments.merchant_id, payments.order_id))`,
  'stock and its ledger': `
    select * from stock
      left join lateral (
        select coalesce(sum(on_hand_change), 0) as on_hand, coalesce(sum(reserved_change), 0) as reserved,
               coalesce(max(number), 0) as movement_count,
               coalesce(max(number) - min(number) + 1 - count(*), 0) as missing
          from stock_movements movement
         where (movement.merchant_id, movement.product_id) = (stock.merchant_id, stock.product_id)) ledger on true
     where (stock.on_hand, stock.reserved, stock.movement_count, 0)
           is distinct from (ledger.on_hand, ledger.reserved, ledger.movement_count, ledger.missing)`,
  'products in stock': `
    select * from products left join stock on stock.merchant_id = products.merchant_id and product_id = id
     where in_stock <> coalesce(on_hand > reserved, false)`,
  'products of which few are left': difference(
    'merchant_id, product_id, available, for_sale',
    'select merchant_id, product_id, available, for_sale, 1 as amount from low_stock',
    `select merchant_id, product_id, on_hand - reserved as available, status = 'active' as for_sale, 1 as amount
       from stock join products using (merchant_id) where id = product_id and on_hand - reserved <= 5`,
  ),
  'counts of those': difference(
    'merchant_id, available, for_sale',
    `select merchant_id, available, for_sale, products as amount from low_stock_counts
      union all select merchant_id, available, for_sale, low_products from figure_changes where available is not null`,
    'select merchant_id, available, for_sale, 1 as amount from low_stock',
  ),
  'counts of products': difference(
    'merchant_id, category, status, in_stock',
    `select merchant_id, category, status, stock.* from product_counts
      cross join lateral (values (true, in_stock), (false, total - in_stock)) stock (in_stock, amount)
      union all
     select owner.id, scope.category, status, in_stock, amount from product_count_changes change
      cross join lateral (${ownersOfCounts}) owner (id)
      cross join lateral (select change.category union select '') scope (category)`,
    `select owner.id as merchant_id, scope.category, status, in_stock, 1 as amount from products
      cross join lateral (${ownersOfCounts}) owner (id)
      cross join lateral (select coalesce(products.category, '') union select '') scope (category)`,
  ),
  'words of the search': difference(
    'word',
    'select word, products as amount from search_words union all select word, amount from search_word_changes',
    `select word, 1 as amount
       from products, words_of(search_text(concat_ws(' ', name, category, description))) word`,
  ),
  'documents of the search': `
    select id from products full join product_documents found on found.product_id = products.id
     where (found.price_common, found.active, found.in_stock, found.category, found.name_key, found.document)
           is distinct from
           (products.price_common, status = 'active', products.in_stock, products.category, products.name_key,
            product_document(to_tsvector('product_text', search_text(name)),
                             search_text(concat_ws(' ', products.category, description)), sku))`,
  'counts of deliveries': difference(
    'merchant_id, subscription_id, hours, block, event_name, name',
    `${unpivot('delivery_counts', 'merchant_id, subscription_id, block_hours as hours, block, event_name', [
      'pending',
      'delivered',
      'failed',
      'cancelled',
    ])} union all
     ${unpivot(
       'delivery_count_changes cross join (values (1), (24)) span (hours)',
       'merchant_id, subscription_id, hours, hour / hours, event_name',
       ['pending', 'delivered', 'failed', 'cancelled'],
     )}`,
    `select merchant_id, subscription_id, hours, uuid_hour(id) / hours as block, event_name, status as name, 1 as amount
       from deliveries cross join (values (1), (24)) span (hours)`,
  ),
  'counts of events by the release before positions': difference(
    'merchant_id, day',
    'select merchant_id, day, total as amount from event_stretches',
    `select merchant_id, uuid_hour(id) / 24 as day, 1 as amount from events
      where not is_test and transaction_id < (select counted_until from event_log_mark)`,
  ),
  'counts of numbered events': difference(
    'merchant_id, day, name',
    'select merchant_id, day, key as name, value::integer as amount from event_segments, jsonb_each_text(totals)',
    `select merchant_id, uuid_hour(id) / 24 as day, name, 1 as amount from events where position is not null`,
  ),
  'events with the same position, or behind the end of the log': `
    select merchant_id, position from events left join event_log_heads head using (merchant_id)
     where position is not null
     group by merchant_id, position, last_position
    having count(*) > 1 or last_position is null or position > last_position`,
  'deliveries that wait': `
    select * from delivery_queue queue full join (select * from deliveries where status = 'pending') delivery
        on delivery.id = queue.delivery_id where queue.delivery_id is null or delivery.id is null`,
}

/** The checks that do not hold, with the rows in which they do not; empty if all do. */
export async function differences(databaseUrl: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, statement] of Object.entries(checks)) {
    const rows = await runOn(databaseUrl, statement)
    if (rows.length > 0) found[name] = rows
  }
  return found
}
