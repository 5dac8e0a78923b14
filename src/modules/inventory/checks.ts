import { allEventsStoredSince, type Check, checksOf, difference, mismatch } from '#src/platform/db/checks.ts'

/**
 * The beginning of each product's ledger: its first movement (`whole`), or an opening that sums up older ones. Numbers
 * follow the order of locks, times the start of transactions, which last half a minute at most.
 */
const openings = `
  select distinct on (merchant_id, product_id) merchant_id, product_id, number = 1 as whole,
         created_at + interval '5 minutes' as since
    from stock_movements order by merchant_id, product_id, number`

/** Whether units are of a product, and not of a custom item. */
const isStocked = (table: string) => `
  not exists (select from order_items its
               where its.merchant_id = ${table}.merchant_id and its.order_id = ${table}.order_id
                 and its.product_id = unit.product_id and its.custom)`

/** Units that have left an order by an edit that is not paid, and stay reserved. */
const heldUnits = `
  select merchant_id, order_id, unit.product_id, unit.quantity
    from unpaid_edits, jsonb_to_recordset(held) as unit (product_id uuid, quantity int)`

/** Changes of the units of each product of an order; for orders of before fulfillments and refunds without those. */
const unitsOfOrders = `
  select item.merchant_id, item.order_id, item.product_id, move.* from (
           select merchant_id, order_id, product_id, sum(units) as placed, sum(quantity) as quantity,
                  sum(quantity_cancelled) as quantity_cancelled
             from (select merchant_id, order_id, product_id, quantity as units, quantity, quantity_cancelled
                     from order_items where not custom
                   union all
                   select merchant_id, order_id, unit.product_id, -units, 0, 0
                     from order_edits, jsonb_to_recordset(stock) as unit (product_id uuid, units int)
                   union all
                   select merchant_id, order_id, product_id, quantity, 0, 0 from (${heldUnits}) held) unit
            group by 1, 2, 3) item
    join orders on orders.merchant_id = item.merchant_id and orders.id = item.order_id
   cross join lateral (
     select 'order_placed' as what, placed as reserved_change, 0 as on_hand_change, created_at as moment
      where placed <> 0
     union all select 'released', -quantity, 0, cancelled_at
                where status = 'cancelled' and refund_count = 0 and quantity > 0
     union all select 'sent', quantity_cancelled - quantity, quantity_cancelled - quantity, completed_at
                where status = 'completed' and quantity > 0 and not exists (
                  select from fulfillments
                   where fulfillments.merchant_id = orders.merchant_id and fulfillments.order_id = orders.id)) move
  union all
  select merchant_id, order_id, unit.product_id, case when units > 0 then 'order_placed' else 'released' end, units, 0,
         created_at
    from order_edits, jsonb_to_recordset(stock) as unit (product_id uuid, units int)
  union all
  select merchant_id, order_id, unit.product_id, 'sent', -sum(quantity), -sum(quantity), created_at
    from fulfillments, jsonb_to_recordset(items) as unit (product_id uuid, quantity int)
   where ${isStocked('fulfillments')}
   group by merchant_id, order_id, id, unit.product_id, created_at
  union all
  select merchant_id, order_id, unit.product_id, move.*, created_at
    from refunds cross join lateral (
           select product_id, sum(quantity) as quantity, sum(cancelled) as cancelled,
                  sum(case when restocked then quantity - cancelled else 0 end) as restocked
             from jsonb_to_recordset(items) as unit (product_id uuid, quantity int, cancelled int, restocked boolean)
            group by 1) unit
   cross join lateral (
           select 'released', -cancelled, 0 where cancelled > 0
           union all
           select 'refund_returned', 0, restocked where quantity > cancelled) move
   where ${isStocked('refunds')}`

export const stockChecks: Check[] = checksOf('stock', {
  'stock is what its ledger adds up to': [
    'stock',
    `select stock.merchant_id, stock.product_id, stock.on_hand, stock.reserved, stock.movement_count,
            ledger.on_hand as on_hand_of_ledger, ledger.reserved as reserved_of_ledger, last_number
       from stock left join (
         select merchant_id, product_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved,
                max(number) as last_number, max(number) - min(number) + 1 - count(*) as missing
           from stock_movements group by 1, 2) ledger
         on ledger.merchant_id = stock.merchant_id and ledger.product_id = stock.product_id
      where (stock.on_hand, stock.reserved, stock.movement_count, 0) is distinct from
            (coalesce(ledger.on_hand, 0), coalesce(ledger.reserved, 0), coalesce(last_number, 0),
             coalesce(missing, 0))`,
  ],
  'each movement follows the one before': [
    'stock_movements',
    `select merchant_id, product_id, number, on_hand_after, reserved_after, on_hand_sum, reserved_sum from (
       select merchant_id, product_id, number, on_hand_after, reserved_after,
              number - lag(number) over product as step,
              sum(on_hand_change) over product as on_hand_sum, sum(reserved_change) over product as reserved_sum
         from stock_movements
       window product as (partition by merchant_id, product_id order by number)) ledger
      where step <> 1 or on_hand_after <> on_hand_sum or reserved_after <> reserved_sum`,
  ],
  'reserved stock is that of the open orders': [
    'stock',
    `select stock.merchant_id, stock.product_id, reserved, coalesce(units, 0) as units_of_open_orders
       from stock left join (
         select merchant_id, product_id, sum(units) as units
           from (select item.merchant_id, item.product_id, quantity - quantity_fulfilled - quantity_cancelled as units
                   from order_items item
                   join orders on orders.merchant_id = item.merchant_id and orders.id = item.order_id
                  where orders.status in ('pending', 'paid', 'processing') and not item.custom
                 union all
                 select merchant_id, product_id, quantity from (${heldUnits}) held) reserving
          group by 1, 2) open_orders
         on open_orders.merchant_id = stock.merchant_id and open_orders.product_id = stock.product_id
      where reserved <> coalesce(units, 0)`,
  ],
  'each unit of an order is reserved once, and released or fulfilled once; each that came back has its movement': [
    'order_items',
    `with opening as materialized (${openings}) ${mismatch(
      'order_id, product_id, what, reserved_change, on_hand_change',
      `select movement.*, case when type in ('order_completed', 'order_fulfilled') then 'sent'
                               when type in ('order_cancelled', 'refund_cancelled') then 'released'
                               else type end as what
         from stock_movements movement join opening using (merchant_id, product_id)
        where order_id is not null and (whole or created_at > since)`,
      `select order_id, unit.product_id, what, reserved_change, on_hand_change from (${unitsOfOrders}) unit
         left join opening on opening.merchant_id = unit.merchant_id and opening.product_id = unit.product_id
        where (whole or moment > since) is not false`,
    )}`,
  ],
  'each change of stock is told once': [
    'stock_movements',
    `with boundary as materialized (select ${allEventsStoredSince} as moment), around as (
       select merchant_id, product_id from stock_movements, boundary
        where created_at between moment - interval '5 minutes' and moment + interval '5 minutes')
     ${mismatch(
       'product_id, on_hand, reserved',
       `select merchant_id, (data #>> '{product,id}')::uuid as product_id,
               (data #>> '{inventory,current_quantity}')::int as on_hand,
               (data #>> '{inventory,reserved}')::int as reserved
          from (select merchant_id, convert_from(body, 'utf8')::jsonb -> 'data' as data from events, boundary
                 where name = 'inventory.updated' and not is_test and id >= uuid_at(moment)) event
         where (merchant_id, (data #>> '{product,id}')::uuid) in (select merchant_id, product_id from stock)
           and (merchant_id, (data #>> '{product,id}')::uuid) not in (select merchant_id, product_id from around)`,
       `select product_id, on_hand_after as on_hand, reserved_after as reserved from stock_movements, boundary
         where (type <> 'opening' or on_hand_change > 0) and created_at >= moment
           and (merchant_id, product_id) in (select merchant_id, product_id from stock)
           and (merchant_id, product_id) not in (select merchant_id, product_id from around)`,
     )}`,
  ],
  'a product is in stock if some of it is available': [
    'products',
    `select products.merchant_id, id as product_id, in_stock, on_hand, reserved
       from products left join stock on stock.merchant_id = products.merchant_id and product_id = id
      where in_stock <> coalesce(on_hand > reserved, false)`,
  ],
  'products of which few are left are listed': [
    'stock',
    difference(
      'merchant_id, product_id, available, for_sale',
      'select merchant_id, product_id, available, for_sale, 1 as amount from low_stock',
      `select merchant_id, product_id, on_hand - reserved as available,
              status = 'active' and withheld is null as for_sale, 1 as amount
         from stock join products using (merchant_id) where id = product_id and on_hand - reserved <= 5`,
    ),
  ],
})
