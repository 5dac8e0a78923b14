-- Triggers that append changes of orders, customers, carts and deliveries to the figures. The column `hour` holds the
-- start of a quarter of an hour in UTC: every time zone is a whole number of quarters off UTC.
--
-- Amounts are of the shop's own currency. An order in another one counts in the numbers of orders by their status and
-- of customers' orders; its money and its units are read from its own rows.

-- What was paid for some units of a line: their share of its discount is rounded half up.
create or replace function paid_for_units(price bigint, discount bigint, quantity integer, units bigint)
  returns bigint language sql immutable
  return price * units - (2 * discount * units + quantity) / (2 * quantity);

-- The same as revenue: a multi-purpose voucher is none.
create or replace function revenue_of_units(
  voucher text, price bigint, discount bigint, quantity integer, units bigint
) returns bigint language sql immutable
return case when voucher = 'multi' then 0 else paid_for_units(price, discount, quantity, units) end;

create or replace function quarter_of(at timestamptz) returns timestamptz immutable language sql
return date_bin('15 minutes', at, timestamptz 'epoch');

-- Whether an order counts as paid. Refunds count separately, on their own day. An order given back without a refund row
-- (from before refunds existed) does not count.
create or replace function counts_as_paid(status_of_payment text, refunds int) returns boolean immutable language sql
return status_of_payment in ('paid', 'partially_refunded') or status_of_payment = 'refunded' and refunds > 0;

-- The same with the time of its payment: an order that an edit made dearer is paid in part, and stays counted.
create or replace function counts_as_paid(status_of_payment text, refunds int, paid timestamptz) returns boolean
immutable language sql
return counts_as_paid(status_of_payment, refunds) or status_of_payment = 'partially_paid' and paid is not null;

-- One row of changes, or two if an order is paid in another quarter of an hour than it was created in.
create or replace function record_order_figures() returns trigger language plpgsql set search_path from current as $$
declare
  before text := case when tg_op = 'UPDATE' then old.status else '' end;
  created timestamptz := quarter_of(new.created_at);
  paid_change integer := case when new.other_currency then 0 else
    counts_as_paid(new.payment_status, new.refund_count, new.paid_at)::integer
    - case when tg_op = 'UPDATE'
           then counts_as_paid(old.payment_status, old.refund_count, old.paid_at)::integer else 0 end end;
  -- Null without a payment or refund.
  paid timestamptz := case paid_change when 1 then quarter_of(new.paid_at)
                                       when -1 then quarter_of(old.paid_at) end;
  -- A multi-purpose voucher is a liability until it is spent.
  revenue bigint := new.total_minor - coalesce(new.voucher_minor, 0);
  count_change integer := (new.status <> 'cancelled')::integer - (before not in ('', 'cancelled'))::integer;
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.payment_status = new.payment_status then return null; end if;
  if before <> new.status then
    insert into figure_changes
      (merchant_id, hour, pending, paid, processing, completed, cancelled, user_id, order_count, order_total_minor,
       paid_orders, revenue_minor, order_id)
    values
      (new.merchant_id, created,
       (new.status = 'pending')::integer - (before = 'pending')::integer,
       (new.status = 'paid')::integer - (before = 'paid')::integer,
       (new.status = 'processing')::integer - (before = 'processing')::integer,
       (new.status = 'completed')::integer - (before = 'completed')::integer,
       (new.status = 'cancelled')::integer - (before = 'cancelled')::integer,
       case when count_change <> 0 then new.user_id end, count_change,
       case when new.other_currency then 0 else count_change * new.total_minor end,
       case when paid = created then paid_change else 0 end,
       case when paid = created then paid_change * revenue else 0 end,
       case when paid = created then new.id end);
  end if;
  if paid <> created or (paid is not null and before = new.status) then
    insert into figure_changes (merchant_id, hour, paid_orders, revenue_minor, order_id)
    values (new.merchant_id, paid, paid_change, paid_change * revenue, new.id);
  end if;
  if paid_change <> 0 and (new.tax_total_minor <> 0 or new.shipping_total_minor <> 0) then
    insert into sales_changes (merchant_id, hour, tax_minor, shipping_minor)
    values (new.merchant_id, paid, paid_change * new.tax_total_minor, paid_change * new.shipping_total_minor);
  end if;
  return null;
end $$;

-- No condition (`when`): PostgreSQL would parse its text with each statement on orders, which costs more than a
-- condition in the function (record 34).
create or replace trigger orders_created_figures after insert on orders
  for each row execute function record_order_figures();
create or replace trigger orders_changed_figures after update of status, payment_status on orders
  for each row execute function record_order_figures();

-- Granted value that pays a part of an order lowers a tax that was added to its prices, and so its total.
create or replace function record_lowered_total() returns trigger language plpgsql set search_path from current as $$
begin
  if new.untaxed_minor is distinct from old.untaxed_minor and new.total_minor <> old.total_minor
     and not new.other_currency then
    insert into figure_changes (merchant_id, hour, user_id, order_total_minor)
    values (new.merchant_id, quarter_of(new.created_at), new.user_id, new.total_minor - old.total_minor);
  end if;
  return null;
end $$;

create or replace trigger orders_lowered_figures after update of untaxed_minor on orders
  for each row execute function record_lowered_total();

-- A refund of an edit is none of the figures: the edit has made the order's own smaller.
create or replace function record_refund_figures() returns trigger language plpgsql set search_path from current as $$
begin
  if new.edit_id is not null or is_in_other_currency(new.merchant_id, new.order_id) then return null; end if;
  insert into sales_changes (merchant_id, hour, refunded_minor, refund_id)
  values (new.merchant_id, quarter_of(new.settled_at), new.amount_minor - coalesce(new.voucher_minor, 0), new.id);
  return null;
end $$;

create or replace trigger refunds_figures after update of status on refunds
  for each row when (new.status = 'succeeded' and old.status <> 'succeeded') execute function record_refund_figures();

-- A refund that fails after it was paid is taken back on the day on which it counted. Its units are added to the rollup
-- itself, in the order of the fold's rows.
create or replace function record_late_failure() returns trigger language plpgsql set search_path from current as $$
declare
  counted timestamptz := quarter_of(old.settled_at);
begin
  if old.edit_id is not null or is_in_other_currency(old.merchant_id, old.order_id) then return null; end if;
  insert into sales_changes (merchant_id, hour, refunded_minor)
  values (old.merchant_id, counted, coalesce(old.voucher_minor, 0) - old.amount_minor);
  insert into product_sales as rollup (merchant_id, block_days, block, product_id, units, revenue_minor)
  select old.merchant_id, size.days, floor(extract(epoch from counted) / 86400 / size.days), line.product_id,
         sum(item.quantity),
         sum(revenue_of_units(line.voucher, line.price_minor, line.discount_minor, line.quantity, item.quantity))
    from jsonb_to_recordset(old.items) as item (line int, product_id uuid, quantity bigint)
    join order_items line on line.merchant_id = old.merchant_id and line.order_id = old.order_id
                         and line.product_id = item.product_id
                         and line.line = coalesce(item.line, line.line)
   cross join (values (1), (8), (64)) size (days)
   group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (merchant_id, block_days, block, product_id) do update set
    units = rollup.units + excluded.units, revenue_minor = rollup.revenue_minor + excluded.revenue_minor;
  return null;
end $$;

create or replace trigger refunds_failed_late after update of status on refunds
  for each row when (old.status = 'succeeded' and new.status <> 'succeeded') execute function record_late_failure();

create or replace function record_customer_figures() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    -- With the customer's id, so that the fold makes a row for a customer without orders: the lists of customers read
    -- these rows.
    insert into figure_changes (merchant_id, hour, new_customers, user_id)
    values (new.merchant_id, quarter_of(new.created_at), 1, new.user_id);
  else
    insert into figure_changes (merchant_id, hour, new_customers)
    values (old.merchant_id, quarter_of(old.created_at), -1);
  end if;
  return null;
end $$;

create or replace trigger customers_figures after insert or delete on customers
  for each row execute function record_customer_figures();

create or replace function record_cart_figures() returns trigger language plpgsql set search_path from current as $$
begin
  if old.abandoned_at is not null then
    insert into figure_changes (merchant_id, hour, abandoned_carts)
    values (old.merchant_id, quarter_of(old.abandoned_at), -1);
  end if;
  if tg_op = 'UPDATE' and new.abandoned_at is not null then
    insert into figure_changes (merchant_id, hour, abandoned_carts)
    values (new.merchant_id, quarter_of(new.abandoned_at), 1);
  end if;
  return null;
end $$;

create or replace trigger carts_changed_figures after update of abandoned_at on carts
  for each row when (old.abandoned_at is distinct from new.abandoned_at) execute function record_cart_figures();
create or replace trigger carts_deleted_figures after delete on carts
  for each row when (old.abandoned_at is not null) execute function record_cart_figures();

-- A statement trigger: outcomes are written in batches.
create or replace function record_delivery_figures() returns trigger language plpgsql set search_path from current as $$
begin
  insert into figure_changes (merchant_id, hour, delivered, failed)
  select merchant_id, quarter_of(updated_at),
         coalesce(sum(change) filter (where status = 'delivered'), 0),
         coalesce(sum(change) filter (where status = 'failed'), 0)
    from (select merchant_id, updated_at, status, 1 as change from changed_after
          union all
          select merchant_id, updated_at, status, -1 from changed_before) ended
   where status in ('delivered', 'failed')
   group by 1, 2;
  return null;
end $$;

create or replace trigger deliveries_figures after update on deliveries
  referencing old table as changed_before new table as changed_after
  for each statement execute function record_delivery_figures();
