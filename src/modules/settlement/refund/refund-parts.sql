-- Parts of refunds.

-- The parts of a refund, the newest payment first. A refund of the one payment of an order has no row of parts: its one
-- part has no id of its own.
create or replace function parts_of_refund(refund refunds) returns json language sql stable as $$
  select coalesce(
    (select json_agg(json_build_object(
              'id', part.id, 'payment_id', part.payment_id, 'method', payment.method, 'status', part.status,
              'amount_minor', part.amount_minor, 'attempt', part.attempt, 'by_hand', part.by_hand)
              order by part.payment_id desc)
       from refund_parts part
       join payments payment on payment.merchant_id = part.merchant_id and payment.id = part.payment_id
      where part.merchant_id = refund.merchant_id and part.refund_id = refund.id),
    (select json_build_array(json_build_object(
              'id', null, 'payment_id', payment.id, 'method', payment.method, 'status', refund.status,
              'amount_minor', refund.amount_minor, 'attempt', refund.attempt, 'by_hand', refund.by_hand))
       from payments payment where payment.merchant_id = refund.merchant_id and payment.id = refund.payment_id),
    '[]')
$$;

-- What was given back of an order, and by how many refunds; a part may be given back before the rest of its refund. A
-- refund of an edit does not count: the edit has lowered what was paid.
create or replace function given_back(
  shop uuid, its_order uuid, out minor bigint, out refund_count bigint, out settled_at timestamptz
) language sql stable as $$
  select coalesce(sum(case refund.status when 'succeeded' then refund.amount_minor else part.minor end)
                    filter (where refund.edit_id is null), 0),
         count(*) filter (where refund.edit_id is null and (refund.status = 'succeeded' or part.minor > 0)),
         max(refund.settled_at)
    from refunds refund
    left join lateral (
      select sum(amount_minor) as minor from refund_parts
       where refund_parts.merchant_id = shop and refund_parts.refund_id = refund.id
         and refund_parts.status = 'succeeded') part on refund.status <> 'succeeded'
   where refund.merchant_id = shop and refund.order_id = its_order
$$;

-- What of a shop's refunds waits for staff: those that a provider has refused, while what they give back is still there
-- to be given, and charges that no order waits for.
create or replace function failed_refunds(shop uuid) returns table (order_id uuid, id uuid) language sql stable as $$
  select refund.order_id, refund.id
    from refunds refund
    join orders on orders.merchant_id = refund.merchant_id and orders.id = refund.order_id
   where refund.merchant_id = shop and refund.status = 'failed'
     and (refund.edit_id is not null
          or coalesce((select sum(part.amount_minor) from refund_parts part
                        where part.merchant_id = shop and part.refund_id = refund.id and part.status = 'failed'),
                      refund.amount_minor)
             <= coalesce(orders.paid_minor, orders.total_minor) - orders.refunded_total_minor)
   union all
  select payments.order_id, payments.id from payments
   where payments.merchant_id = shop and payments.refund_failure is not null
$$;

-- Refunds in other currencies than the shop's own that were confirmed in a range.
create or replace function refunds_elsewhere(shop uuid, own text, begins timestamptz, ends timestamptz)
  returns setof refunds language sql stable as $$
  select * from refunds
   where merchant_id = shop and currency <> own and status = 'succeeded' and settled_at >= begins and settled_at < ends
$$;

-- Orders in other currencies that were edited in a range.
create or replace function edited_elsewhere(shop uuid, begins timestamptz, ends timestamptz) returns setof orders
  language sql stable as $$
  select * from orders
   where merchant_id = shop and other_currency
     and id in (select order_id from order_edits
                 where merchant_id = shop and order_edits.created_at >= begins and order_edits.created_at < ends)
$$;
