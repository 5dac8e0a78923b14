-- How many orders there are of each kind (0038_orders_found.sql).

-- A completed order counts as fulfilled, also where a release before fulfilments has completed it.
create or replace function record_order_counts() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'UPDATE' then
    insert into order_count_changes (merchant_id, day, status, payment_status, fulfillment_status, orders)
    values (old.merchant_id, (old.created_at at time zone 'UTC')::date, old.status, old.payment_status,
            case old.status when 'completed' then 'fulfilled' else old.fulfillment_status end, -1),
           (new.merchant_id, (new.created_at at time zone 'UTC')::date, new.status, new.payment_status,
            case new.status when 'completed' then 'fulfilled' else new.fulfillment_status end, 1);
  else
    insert into order_count_changes (merchant_id, day, status, payment_status, fulfillment_status, orders)
    values (new.merchant_id, (new.created_at at time zone 'UTC')::date, new.status, new.payment_status,
            case new.status when 'completed' then 'fulfilled' else new.fulfillment_status end, 1);
  end if;
  return null;
end $$;
