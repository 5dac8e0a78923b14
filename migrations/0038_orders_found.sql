-- Orders are found by total, customer, payment and fulfilment, and each list knows its exact number (record 50).

-- Orders by what a list can be filtered by, each day (UTC) and in all: then the day is '-infinity'.
create table order_counts (
  merchant_id uuid not null,
  day date not null,
  status text not null,
  payment_status text not null,
  -- As it is shown: a completed order is fulfilled.
  fulfillment_status text not null,
  orders integer not null,
  primary key (merchant_id, day, status, payment_status, fulfillment_status)
) with (fillfactor = 70);

-- Not folded yet.
create table order_count_changes (
  merchant_id uuid not null,
  day date not null,
  status text not null,
  payment_status text not null,
  fulfillment_status text not null,
  orders integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- From here on every change is noted, so that the next file can count what there was before. The function lives in
-- repeatable/72_order_counts.sql.
create function record_order_counts() returns trigger language plpgsql set search_path from current as $$
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

create trigger orders_created_counts after insert on orders
  for each row execute function record_order_counts();
create trigger orders_changed_counts after update of status, payment_status, fulfillment_status on orders
  for each row
  when ((old.status, old.payment_status, old.fulfillment_status)
        is distinct from (new.status, new.payment_status, new.fulfillment_status))
  execute function record_order_counts();
