import pg from 'pg'
import { differences } from '#test/upgrade/recount.ts'

/**
 * What must be true of the database whatever happened to the service, beside the counts that are kept (recount.ts).
 * Each statement answers the rows that break it. Any test can use them on a database that nobody writes to.
 */

const openStatuses = `('pending', 'paid', 'processing')`

/** Rows of `found` and, with the sign turned, of `expected`, where they do not cancel out. */
const difference = (keys: string, found: string, expected: string) => `
  select ${keys}, sum(amount) as difference
    from (select ${keys}, 1 as amount from (${found}) found
          union all select ${keys}, -1 from (${expected}) expected) both_of
   group by ${keys} having sum(amount) <> 0`

/** Events of orders, with what they tell of the order. */
const orderEvents = `
  select name, data #>> '{order,id}' as order_id, data #>> '{payment,id}' as payment_id
    from (select name, convert_from(body, 'utf8')::jsonb -> 'data' as data from events
           where name like 'order.%' and not is_test) event`

const neverChanged = `
  subscription.created_at = subscription.updated_at and subscription.active and subscription.deleted_at is null`

/** True at every moment, whatever is under way. */
const always: Record<string, string> = {
  'reserved stock is that of the open orders': `
    select stock.merchant_id, stock.product_id, reserved, coalesce(units, 0) as units_of_open_orders
      from stock left join (
        select item.merchant_id, item.product_id, sum(quantity) as units from order_items item
          join orders on orders.merchant_id = item.merchant_id and orders.id = item.order_id
         where orders.status in ${openStatuses} group by 1, 2) open_orders
        on (open_orders.merchant_id, open_orders.product_id) = (stock.merchant_id, stock.product_id)
     where reserved <> coalesce(units, 0)`,
  'each movement follows the one before, and the last is the stock': `
    select * from (
      select movement.*, stock.on_hand, stock.reserved, stock.movement_count,
             row_number() over product as place, count(*) over (partition by stock.merchant_id, stock.product_id),
             sum(on_hand_change) over product as on_hand_sum, sum(reserved_change) over product as reserved_sum
        from stock_movements movement join stock using (merchant_id, product_id)
      window product as (partition by stock.merchant_id, stock.product_id order by number)) ledger
     where number <> place or on_hand_after <> on_hand_sum or reserved_after <> reserved_sum
        or place = count and (on_hand, reserved, movement_count) <> (on_hand_after, reserved_after, number)`,
  'each line of an order is reserved once, and released or fulfilled once': difference(
    'order_id, product_id, type, reserved_change, on_hand_change',
    `select * from stock_movements where order_id is not null`,
    `select order_id, product_id, move.* from order_items item
       join orders on orders.merchant_id = item.merchant_id and orders.id = item.order_id
      cross join lateral (
        select 'order_placed' as type, quantity as reserved_change, 0 as on_hand_change
        union all select 'order_cancelled', -quantity, 0 where status = 'cancelled'
        union all select 'order_completed', -quantity, -quantity where status = 'completed') move`,
  ),
  'an order’s total is that of its lines': `
    select id, total_minor, sum from orders cross join lateral (
      select sum(quantity * price_minor) from order_items item
       where item.merchant_id = orders.merchant_id and item.order_id = orders.id) lines
     where sum is distinct from total_minor`,
  'an order has one live payment at most': `
    select merchant_id, order_id, count(*) from payments where status in ('pending', 'succeeded')
     group by 1, 2 having count(*) > 1`,
  'an order’s events are those of its changes': difference(
    'order_id, name',
    `select order_id, name from (${orderEvents}) event where name not in ('order.updated', 'order.payment_failed')`,
    `select id::text as order_id, name from orders cross join lateral (
       select 'order.created' as name
       union all select 'order.payment_succeeded' where paid_at is not null
       union all select 'order.completed' where completed_at is not null
       union all select 'order.cancelled' where cancelled_at is not null) happened`,
  ),
  'each change of stock is told once': difference(
    'product_id, on_hand, reserved',
    `select data #>> '{product,id}' as product_id, (data #>> '{inventory,current_quantity}')::int as on_hand,
            (data #>> '{inventory,reserved}')::int as reserved
       from (select convert_from(body, 'utf8')::jsonb -> 'data' as data from events
              where name = 'inventory.updated' and not is_test) event
      where exists (select from stock where product_id::text = data #>> '{product,id}')`,
    `select product_id::text, on_hand_after as on_hand, reserved_after as reserved from stock_movements
      where type <> 'opening' or on_hand_change > 0`,
  ),
}

/** True when nothing is under way any more. */
const atTheEnd: Record<string, string> = {
  'an order is paid by one payment of its total, and any other money is given back': `
    select orders.id, orders.status, payment_status, total_minor, paid.* from orders cross join lateral (
      select count(*) filter (where payments.status = 'succeeded') as succeeded,
             count(*) filter (where payments.status = 'refunded') as refunded,
             coalesce(sum(amount_minor) filter (where payments.status = 'succeeded'), 0) as amount
        from payments where payments.merchant_id = orders.merchant_id and payments.order_id = orders.id) paid
     where case when status in ('paid', 'processing', 'completed')
                then (succeeded, amount, payment_status) <> (1, total_minor, 'paid') or paid_at is null
                when paid_at is not null then succeeded <> 0 or refunded = 0 or payment_status <> 'refunded'
                else succeeded <> 0 or payment_status = 'paid' end`,
  'every payment is settled': `select * from payments where status in ('pending', 'refunding')`,
  'the provider’s books are the payments': `
    select payments.id, charge.payment_id, status, payments.amount_minor, charge.amount_minor as charged,
           charge.succeeded, charge.refunded_at
      from (select * from payments where provider = 'test' and amount_minor > 0) payments
      full join test_provider_charges charge on charge.payment_id = payments.id
     where payments.id is null
        or (payments.amount_minor, payments.currency) <> (charge.amount_minor, charge.currency)
        or status <> case when not coalesce(charge.succeeded, false) then 'failed'
                          when charge.refunded_at is null then 'succeeded' else 'refunded' end`,
  'a failed payment of an order that goes on is told once, no other one ever': `
    select * from (select payment_id, count(*) from (${orderEvents}) event
                    where name = 'order.payment_failed' group by 1) told
      full join (select payments.id::text, payments.status, orders.status as order_status
                   from payments join orders on orders.id = payments.order_id) payment on payment.id = told.payment_id
     where case when count is null then status = 'failed' and order_status <> 'cancelled'
                else count > 1 or status is null or status not in ('failed', 'refunded') end`,
  'every idempotency key has its answer': 'select owner, key, created_at from idempotency_keys where status is null',
  'an event has a delivery to each subscription to it that was never changed': difference(
    'subscription_id, event_id',
    `select subscription_id, event_id from deliveries join webhook_subscriptions subscription
         on subscription.id = subscription_id where ${neverChanged}`,
    `select subscription.id as subscription_id, events.id as event_id
       from webhook_subscriptions subscription join events on events.merchant_id = subscription.merchant_id
        and events.name = any (subscription.event_names) and events.created_at > subscription.created_at
      where ${neverChanged} and not is_test`,
  ),
  'every delivery has ended, and nothing is queued': `
    select id, status, lease_until from deliveries full join delivery_queue queue on queue.delivery_id = id
     where status = 'pending' or queue.delivery_id is not null`,
  'attempts are numbered without a gap, and the last one says how the delivery ended': `
    select delivery.id, status, attempts, tried.* from deliveries delivery left join lateral (
      select count(*) as rows, max(number) as highest,
             count(*) filter (where outcome not in ('lost', 'egress_fault')) as counted,
             count(*) filter (where outcome = 'delivered') as successes,
             (array_agg(outcome order by number desc))[1] as last_outcome
        from delivery_attempts where delivery_id = delivery.id) tried on true
     where status <> 'pending'
       and (rows <> coalesce(highest, 0) or attempts <> counted
            or (status = 'delivered') <> (coalesce(last_outcome, '') = 'delivered') or successes > 1)`,
}

/** The invariants that do not hold, with the rows that show it. Those that hold always can be checked at any time. */
export async function brokenInvariants(
  databaseUrl: string,
  when: 'now' | 'at the end',
): Promise<{ checked: number; broken: [name: string, rows: unknown[]][] }> {
  const statements = Object.entries(when === 'now' ? always : { ...always, ...atTheEnd })
  const broken: [string, unknown[]][] = []
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const [name, statement] of statements) broken.push([name, (await client.query(statement)).rows])
  } finally {
    await client.end()
  }
  if (when === 'at the end') {
    for (const [name, rows] of Object.entries(await differences(databaseUrl))) broken.push([`recount: ${name}`, rows])
  }
  return { checked: statements.length, broken: broken.filter(([, rows]) => rows.length > 0) }
}
