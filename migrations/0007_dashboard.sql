-- Figures of a shop. The transaction that changes an order (or a customer, a cart, a delivery) appends what it changes to
-- `figure_changes`: no lock, no row that two of them meet at. A sweep folds the changes into the rollups; a reader adds
-- up both, so that a figure is exact at every moment, whether the sweep has run or not.

create table figure_changes (
  merchant_id uuid not null,
  id bigint generated always as identity,
  -- The hour (UTC) the change belongs to, which need not be the hour it was made in.
  hour timestamptz not null,
  -- Orders created in that hour, by the status they have now.
  pending integer not null default 0,
  paid integer not null default 0,
  processing integer not null default 0,
  completed integer not null default 0,
  cancelled integer not null default 0,
  -- Orders paid in that hour and not refunded since.
  paid_orders integer not null default 0,
  revenue_minor bigint not null default 0,
  new_customers integer not null default 0,
  -- Carts abandoned in that hour that have not come back.
  abandoned_carts integer not null default 0,
  -- Deliveries that ended in that hour.
  delivered integer not null default 0,
  failed integer not null default 0,
  -- The customer whose orders (not cancelled) these are, if any.
  user_id uuid,
  order_count integer not null default 0,
  order_total_minor bigint not null default 0,
  -- The order whose lines count as sold (1) or no longer do (-1), if `paid_orders` is not 0.
  order_id uuid,
  -- Products of which so few are available (see low_stock), for sale or not: how many more there are. They belong to no
  -- hour: it is '-infinity'.
  available integer,
  for_sale boolean,
  low_products integer not null default 0,
  primary key (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create table figure_hours (
  merchant_id uuid not null,
  hour timestamptz not null,
  pending integer not null,
  paid integer not null,
  processing integer not null,
  completed integer not null,
  cancelled integer not null,
  paid_orders integer not null,
  revenue_minor bigint not null,
  new_customers integer not null,
  abandoned_carts integer not null,
  delivered integer not null,
  failed integer not null,
  primary key (merchant_id, hour)
) with (fillfactor = 80);

-- The same by the day (UTC): a year by hours is 8,760 rows.
create table figure_days (
  like figure_hours,
  primary key (merchant_id, hour)
) with (fillfactor = 80);

-- What a shop has in all, one row each.
create table figure_totals (
  merchant_id uuid primary key,
  pending integer not null,
  paid integer not null,
  processing integer not null,
  completed integer not null,
  cancelled integer not null,
  customers integer not null
) with (fillfactor = 50);

-- Units and revenue of each product, by the day its orders were paid, in blocks of 1, 8 and 64 days (counted from
-- 1970-01-01): any range of days is a few blocks.
create table product_sales (
  merchant_id uuid not null,
  block_days integer not null,
  block integer not null,
  product_id uuid not null,
  units bigint not null,
  revenue_minor bigint not null,
  primary key (merchant_id, block_days, block, product_id)
);
-- The best of a block. They cover the sums, so that a whole block is read from the index alone, too.
create index product_sales_by_revenue on product_sales (merchant_id, block_days, block, revenue_minor, product_id, units);
create index product_sales_by_units on product_sales (merchant_id, block_days, block, units, product_id, revenue_minor);

create table customer_sales (
  merchant_id uuid not null,
  user_id uuid not null,
  order_count integer not null,
  order_total_minor bigint not null,
  primary key (merchant_id, user_id)
) with (fillfactor = 80);

create function record_order_figures() returns trigger language plpgsql as $$
declare
  before text := case when tg_op = 'UPDATE' then old.status else '' end;
  paid_change integer := (new.payment_status = 'paid')::integer
    - case when tg_op = 'UPDATE' then (old.payment_status = 'paid')::integer else 0 end;
  count_change integer := (new.status <> 'cancelled')::integer - (before not in ('', 'cancelled'))::integer;
begin
  if before <> new.status then
    insert into figure_changes
      (merchant_id, hour, pending, paid, processing, completed, cancelled, user_id, order_count, order_total_minor)
    values
      (new.merchant_id, date_trunc('hour', new.created_at, 'UTC'),
       (new.status = 'pending')::integer - (before = 'pending')::integer,
       (new.status = 'paid')::integer - (before = 'paid')::integer,
       (new.status = 'processing')::integer - (before = 'processing')::integer,
       (new.status = 'completed')::integer - (before = 'completed')::integer,
       (new.status = 'cancelled')::integer - (before = 'cancelled')::integer,
       new.user_id, count_change, count_change * new.total_minor);
  end if;
  if paid_change <> 0 then
    insert into figure_changes (merchant_id, hour, paid_orders, revenue_minor, order_id)
    values
      (new.merchant_id, date_trunc('hour', case when paid_change = 1 then new.paid_at else old.paid_at end, 'UTC'),
       paid_change, paid_change * new.total_minor, new.id);
  end if;
  return null;
end $$;

create trigger orders_created_figures after insert on orders
  for each row execute function record_order_figures();
create trigger orders_changed_figures after update of status, payment_status on orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function record_order_figures();

create function record_customer_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- With its id, so that the fold makes a row of the customer's orders, though there are none yet: lists go along these.
    insert into figure_changes (merchant_id, hour, new_customers, user_id)
    values (new.merchant_id, date_trunc('hour', new.created_at, 'UTC'), 1, new.user_id);
  else
    insert into figure_changes (merchant_id, hour, new_customers)
    values (old.merchant_id, date_trunc('hour', old.created_at, 'UTC'), -1);
  end if;
  return null;
end $$;

create trigger customers_figures after insert or delete on customers
  for each row execute function record_customer_figures();

create function record_cart_figures() returns trigger language plpgsql as $$
begin
  if old.abandoned_at is not null then
    insert into figure_changes (merchant_id, hour, abandoned_carts)
    values (old.merchant_id, date_trunc('hour', old.abandoned_at, 'UTC'), -1);
  end if;
  if tg_op = 'UPDATE' and new.abandoned_at is not null then
    insert into figure_changes (merchant_id, hour, abandoned_carts)
    values (new.merchant_id, date_trunc('hour', new.abandoned_at, 'UTC'), 1);
  end if;
  return null;
end $$;

create trigger carts_changed_figures after update of abandoned_at on carts
  for each row when (old.abandoned_at is distinct from new.abandoned_at) execute function record_cart_figures();
create trigger carts_deleted_figures after delete on carts
  for each row when (old.abandoned_at is not null) execute function record_cart_figures();

-- For each statement, not for each row: outcomes are written many at a time.
create function record_delivery_figures() returns trigger language plpgsql as $$
begin
  insert into figure_changes (merchant_id, hour, delivered, failed)
  select merchant_id, date_trunc('hour', updated_at, 'UTC'),
         coalesce(sum(change) filter (where status = 'delivered'), 0),
         coalesce(sum(change) filter (where status = 'failed'), 0)
    from (select merchant_id, updated_at, status, 1 as change from changed_after
          union all
          select merchant_id, updated_at, status, -1 from changed_before) ended
   where status in ('delivered', 'failed')
   group by 1, 2;
  return null;
end $$;

create trigger deliveries_figures after update on deliveries
  referencing old table as changed_before new table as changed_after
  for each statement execute function record_delivery_figures();
