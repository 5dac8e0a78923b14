import { allEventsStoredSince, type Check, checksOf, difference, unpivot } from '#src/platform/db/checks.ts'

/** Events of orders, with the order's state in them. */
export const orderEvents = `
  select name, data #>> '{order,id}' as order_id, data #>> '{payment,id}' as payment_id
    from (select name, convert_from(body, 'utf8')::jsonb -> 'data' as data from events
           where name like 'order.%' and not is_test) event`

/** The item of some units; rows of earlier releases name only the product, of which an order had one item. */
const lineOf = (table: string) => `
  coalesce(unit.line, (select its.line from order_items its
                        where its.merchant_id = ${table}.merchant_id and its.order_id = ${table}.order_id
                          and its.product_id = unit.product_id))`

export const orderChecks: Check[] = checksOf('orders', {
  'an order’s subtotal is that of its lines': [
    'orders',
    `select orders.merchant_id, orders.id as order_id, coalesce(subtotal_minor, orders.total_minor) as subtotal_minor,
            lines.total_minor as total_of_lines
       from orders left join (
         select merchant_id, order_id, sum(quantity * price_minor) as total_minor from order_items group by 1, 2) lines
         on lines.merchant_id = orders.merchant_id and lines.order_id = orders.id
      where lines.total_minor is distinct from coalesce(subtotal_minor, orders.total_minor)`,
  ],
  'an order’s total adds up from its parts': [
    'orders',
    `select merchant_id, id as order_id, total_minor, subtotal_minor, shipping_total_minor, payment_fee_total_minor,
            tax_total_minor, tax_included
       from orders
      where total_minor <> coalesce(subtotal_minor, total_minor) - discount_total_minor + shipping_total_minor
                           + payment_fee_total_minor + rounding_total_minor
                           + case when tax_included then 0 else tax_total_minor end
         or shipping_total_minor <> coalesce((shipping_method ->> 'price_minor')::bigint, 0) - (
              select coalesce(sum((discount ->> 'shipping_minor')::bigint), 0)
                from jsonb_array_elements(discounts) discount)
         or payment_fee_total_minor > 0 and payment_terms ->> 'fee_tax_class' is null`,
  ],
  'an order’s discounts are those of its lines': [
    'orders',
    `select orders.merchant_id, orders.id as order_id, discount_total_minor, of_lines, of_promotions
       from orders
       cross join lateral (
         select coalesce(sum(discount_minor), 0) as of_lines from order_items item
          where item.merchant_id = orders.merchant_id and item.order_id = orders.id) lines
       cross join lateral (
         select coalesce(sum((discount ->> 'amount_minor')::bigint), 0) as of_promotions
           from jsonb_array_elements(discounts) discount) promotions
      where discount_total_minor <> of_lines or discount_total_minor <> of_promotions`,
  ],
  'an order’s tax is that of its tax lines': [
    'orders',
    `select merchant_id, id as order_id, tax_total_minor, sum_of_lines
       from orders left join lateral (
         select sum((line ->> 'amount_minor')::bigint) as sum_of_lines from jsonb_array_elements(tax_lines) line) taxes
         on true
      where tax_total_minor <> coalesce(sum_of_lines, 0)`,
  ],
  'a tax line is of the items, the shipping and the fee that it taxes': [
    'orders',
    difference(
      'merchant_id, order_id, line',
      `select merchant_id, id as order_id, number - 1 as line,
              coalesce(tax_line ->> 'base_minor', tax_line ->> 'taxable_minor')::bigint as amount
         from orders cross join jsonb_array_elements(tax_lines) with ordinality taxed (tax_line, number)`,
      // Where items have several taxes, the tax lines name them.
      `select item.merchant_id, item.order_id, tax_line as line, quantity * price_minor - discount_minor as amount
         from order_items item
         join orders on orders.merchant_id = item.merchant_id and orders.id = item.order_id
        where tax_line is not null and tax_lines -> 0 -> 'items' is null
        union all
       select orders.merchant_id, orders.id, number - 1, quantity * price_minor - discount_minor
         from orders
         cross join jsonb_array_elements(tax_lines) with ordinality taxed (tax_line, number)
         join order_items item on item.merchant_id = orders.merchant_id and item.order_id = orders.id
              and taxed.tax_line -> 'items' @> to_jsonb(item.line)
        union all
       select merchant_id, id, shipping_tax_line, shipping_total_minor from orders where shipping_tax_line is not null
        union all
       select merchant_id, id, number - 1, (tax_line ->> 'shipping_minor')::bigint
         from orders cross join jsonb_array_elements(tax_lines) with ordinality taxed (tax_line, number)
        where tax_line -> 'shipping_minor' is not null
        union all
       select merchant_id, id, number - 1, payment_fee_total_minor
         from orders cross join jsonb_array_elements(tax_lines) with ordinality taxed (tax_line, number)
        where tax_line -> 'fee_minor' is not null`,
    ),
  ],
  'an order’s status has its times': [
    'orders',
    `select merchant_id, id as order_id, status, payment_status from orders
      where (status = 'completed') <> (completed_at is not null) or (status = 'cancelled') <> (cancelled_at is not null)
         or status = 'paid' and paid_at is null
         -- Sent before it is paid.
         or status in ('processing', 'completed') and paid_at is null
            and payment_status not in ('unpaid', 'failed', 'partially_paid')
         or payment_status in ('paid', 'partially_refunded') and paid_at is null
         or payment_status = 'refunded' and status <> 'cancelled' and refund_count = 0
         or status = 'pending'
            and (paid_at is not null or payment_status not in ('unpaid', 'failed', 'partially_paid'))`,
  ],
  'unpaid orders are counted by user and by client address': [
    'unpaid_counts',
    difference(
      'merchant_id, holder, name',
      unpivot('unpaid_counts', 'merchant_id, holder', ['orders', 'units']),
      `select merchant_id, uuid_send(coalesce(placed_as, user_id)) as holder, 'orders' as name, 1 as amount
         from orders where status = 'pending'
        union all
       select merchant_id, client_hash, 'orders', 1 from orders where status = 'pending' and client_hash is not null
        union all
       select orders.merchant_id, client_hash, 'units', item.quantity
         from orders join order_items item on item.merchant_id = orders.merchant_id and item.order_id = orders.id
        where status = 'pending' and client_hash is not null`,
    ),
  ],
  'units were sent and refunded as the items say': [
    'order_items',
    `select item.merchant_id, item.order_id, item.product_id, orders.status, quantity, quantity_fulfilled,
            quantity_cancelled, quantity_returned, sent, cancelled, refunded
       from order_items item
       join orders on orders.merchant_id = item.merchant_id and orders.id = item.order_id
       left join (
         select merchant_id, order_id, ${lineOf('fulfillments')} as line, sum(unit.quantity) as sent
           from fulfillments, jsonb_to_recordset(items) as unit (line int, product_id uuid, quantity int)
          group by 1, 2, 3) sent
         on (sent.merchant_id, sent.order_id, sent.line) = (item.merchant_id, item.order_id, item.line)
       left join (
         select merchant_id, order_id, ${lineOf('refunds')} as line,
                sum(unit.quantity) as refunded, sum(unit.cancelled) as cancelled
           from refunds, jsonb_to_recordset(items) as unit (line int, product_id uuid, quantity int, cancelled int)
          group by 1, 2, 3) refund
         on (refund.merchant_id, refund.order_id, refund.line) = (item.merchant_id, item.order_id, item.line)
      where quantity_fulfilled + quantity_cancelled > quantity or quantity_returned > quantity_fulfilled
         or quantity_cancelled <> coalesce(cancelled, 0)
         or quantity_cancelled + quantity_returned <> coalesce(refunded, 0)
         or quantity_fulfilled <> coalesce(sent, 0)
            -- Completed before there were fulfillments.
            and (orders.status <> 'completed' or exists (
              select from fulfillments
               where fulfillments.merchant_id = orders.merchant_id and fulfillments.order_id = orders.id))`,
  ],
  'an order’s fulfillment is that of its units, and ends with the last': [
    'orders',
    `select * from (
       select orders.merchant_id, orders.id as order_id, orders.status, fulfillment_status,
              sum(quantity_fulfilled) as sent, sum(quantity - quantity_fulfilled - quantity_cancelled) as units_left
         from orders
         join order_items item on item.merchant_id = orders.merchant_id and item.order_id = orders.id
        group by orders.merchant_id, orders.id) counted
      where status in ('paid', 'processing') and units_left = 0
         or status <> 'completed'
            and fulfillment_status <> case when sent = 0 then 'unfulfilled' else 'partially_fulfilled' end
         or status = 'completed' and fulfillment_status = 'fulfilled' and (sent = 0 or units_left > 0)`,
  ],
  'an order’s events are those of its changes': [
    'events',
    `select coalesce(told.order_id, changed.order_id) as order_id, coalesce(told.name, changed.name) as name,
            coalesce(times, 0) as events
       from (select order_id, name, count(*) as times from (${orderEvents}) event
              where name not in ('order.updated', 'order.payment_failed') group by 1, 2) told
       full join (
         select id::text as order_id, name, moment from orders cross join lateral (values
           ('order.created', created_at), ('order.payment_succeeded', paid_at), ('order.completed', completed_at),
           ('order.cancelled', cancelled_at)) change (name, moment)
          where moment is not null) changed on changed.order_id = told.order_id and changed.name = told.name
      where changed.order_id is null or times > 1 or times is null and moment >= ${allEventsStoredSince}`,
  ],
})
