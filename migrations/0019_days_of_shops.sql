-- no transaction
-- Edges of a range that are no whole UTC day are counted from orders and refunds.
create index concurrently if not exists orders_paid_at on orders (merchant_id, paid_at) where paid_at is not null;
create index concurrently if not exists refunds_settled_at on refunds (merchant_id, settled_at)
  where settled_at is not null;

-- Orders are found by their addresses.
create index concurrently if not exists orders_found_by_address on orders
  using gin (merchant_id, order_found_text(shipping_address, billing_address) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where shipping_address is not null or billing_address is not null;

-- An order number begins with the day on which it was placed in the time zone of its shop: from UTC-12 to UTC+14.
alter table orders
  drop constraint if exists orders_number_of_day,
  add constraint orders_number_of_day check (
    substr(order_number, 1, 7) in (to_char(created_at at time zone 'UTC' - interval '12 hours', 'YYMMDD-'),
                                   to_char(created_at at time zone 'UTC', 'YYMMDD-'),
                                   to_char(created_at at time zone 'UTC' + interval '14 hours', 'YYMMDD-'))) not valid;
alter table orders validate constraint orders_number_of_day;

-- Figures of quarters of an hour, since some zones are half an hour or 45 minutes off. Kept ones are of hours: what
-- belongs to another quarter of its hour is moved there, by changes that sum to nothing. Repeated, it finds nothing.
insert into figure_changes (merchant_id, hour, pending, paid, processing, completed, cancelled, paid_orders,
                            revenue_minor, new_customers, abandoned_carts, delivered, failed)
with figure as (
  select merchant_id, date_bin('15 minutes', at, 'epoch') as quarter, name, amount
    from (select merchant_id, created_at as at, status as name, 1::bigint as amount from orders
          union all select merchant_id, paid_at, 'paid_orders', 1 from orders
                     where payment_status in ('paid', 'partially_refunded')
                        or payment_status = 'refunded' and refund_count > 0
          union all select merchant_id, paid_at, 'revenue_minor', total_minor from orders
                     where payment_status in ('paid', 'partially_refunded')
                        or payment_status = 'refunded' and refund_count > 0
          union all select merchant_id, created_at, 'new_customers', 1 from customers
          union all select merchant_id, abandoned_at, 'abandoned_carts', 1 from carts where abandoned_at is not null
          union all select merchant_id, updated_at, status, 1 from deliveries where status in ('delivered', 'failed')
         ) fact
   where date_bin('15 minutes', at, 'epoch') <> date_trunc('hour', at, 'UTC')
  union all
  select merchant_id, hour, name, -amount
    from (select * from (select merchant_id, hour, pending, paid, processing, completed, cancelled, paid_orders,
                                revenue_minor, new_customers, abandoned_carts, delivered, failed from figure_hours
                         union all
                         select merchant_id, hour, pending, paid, processing, completed, cancelled, paid_orders,
                                revenue_minor, new_customers, abandoned_carts, delivered, failed from figure_changes
                        ) kept where hour <> date_trunc('hour', hour, 'UTC')) kept
   cross join lateral (values ('pending', pending), ('paid', paid), ('processing', processing),
                              ('completed', completed), ('cancelled', cancelled), ('paid_orders', paid_orders),
                              ('revenue_minor', revenue_minor), ('new_customers', new_customers),
                              ('abandoned_carts', abandoned_carts), ('delivered', delivered), ('failed', failed)
                      ) of_kept (name, amount)
), missing as (
  select merchant_id, quarter, name, sum(amount)::bigint as amount from figure group by 1, 2, 3
  -- Of deliveries the figures are kept for longer than they are.
  having sum(amount) > 0 or sum(amount) < 0 and name not in ('delivered', 'failed')
), moved as (
  select merchant_id, quarter, name, amount from missing
  union all
  select merchant_id, date_trunc('hour', quarter, 'UTC'), name, -amount from missing
)
select merchant_id, quarter, coalesce(sum(amount) filter (where name = 'pending'), 0),
       coalesce(sum(amount) filter (where name = 'paid'), 0),
       coalesce(sum(amount) filter (where name = 'processing'), 0),
       coalesce(sum(amount) filter (where name = 'completed'), 0),
       coalesce(sum(amount) filter (where name = 'cancelled'), 0),
       coalesce(sum(amount) filter (where name = 'paid_orders'), 0),
       coalesce(sum(amount) filter (where name = 'revenue_minor'), 0),
       coalesce(sum(amount) filter (where name = 'new_customers'), 0),
       coalesce(sum(amount) filter (where name = 'abandoned_carts'), 0),
       coalesce(sum(amount) filter (where name = 'delivered'), 0),
       coalesce(sum(amount) filter (where name = 'failed'), 0)
  from moved group by 1, 2;

insert into sales_changes (merchant_id, hour, refunded_minor, tax_minor, shipping_minor)
with figure as (
  select merchant_id, date_bin('15 minutes', at, 'epoch') as quarter, refunded_minor, tax_minor, shipping_minor
    from (select merchant_id, settled_at as at, amount_minor as refunded_minor, 0::bigint as tax_minor,
                 0::bigint as shipping_minor
            from refunds where status = 'succeeded'
          union all
          select merchant_id, paid_at, 0, tax_total_minor, shipping_total_minor from orders
           where payment_status in ('paid', 'partially_refunded')
              or payment_status = 'refunded' and refund_count > 0) fact
   where date_bin('15 minutes', at, 'epoch') <> date_trunc('hour', at, 'UTC')
  union all
  select merchant_id, hour, -refunded_minor, -tax_minor, -shipping_minor
    from (select merchant_id, hour, refunded_minor, tax_minor, shipping_minor from sales_hours
          union all
          select merchant_id, hour, refunded_minor, tax_minor, shipping_minor from sales_changes) kept
   where hour <> date_trunc('hour', hour, 'UTC')
), missing as (
  select merchant_id, quarter, sum(refunded_minor) as refunded, sum(tax_minor) as tax, sum(shipping_minor) as shipping
    from figure group by 1, 2
  having (sum(refunded_minor), sum(tax_minor), sum(shipping_minor)) <> (0, 0, 0)
)
select merchant_id, quarter, refunded, tax, shipping from missing
union all
select merchant_id, date_trunc('hour', quarter, 'UTC'), -refunded, -tax, -shipping from missing;
