-- Figures of a shop. A transaction that changes an order, a customer, a cart or a delivery appends the difference to
-- `figure_changes`, without locks or shared rows. A sweep folds the changes into the rollups; readers sum both, so that
-- figures are always exact.

create table figure_changes (
  merchant_id uuid not null,
  id bigint generated always as identity,
  -- The hour (UTC) the change counts in; not necessarily the hour in which it was made.
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
  -- Carts abandoned in that hour and not resumed since.
  abandoned_carts integer not null default 0,
  -- Deliveries that ended in that hour.
  delivered integer not null default 0,
  failed integer not null default 0,
  -- The customer whose orders (without cancelled ones) the next two columns count.
  user_id uuid,
  order_count integer not null default 0,
  order_total_minor bigint not null default 0,
  -- If `paid_orders` is not 0: the order whose lines count as sold (1) or no longer do (-1).
  order_id uuid,
  -- Change of the number of products in low_stock with this quantity, for sale or not. It has no hour: '-infinity'.
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

-- The same by day (UTC): a year by hours is 8,760 rows.
create table figure_days (
  like figure_hours,
  primary key (merchant_id, hour)
) with (fillfactor = 80);

-- Totals of each shop.
create table figure_totals (
  merchant_id uuid primary key,
  pending integer not null,
  paid integer not null,
  processing integer not null,
  completed integer not null,
  cancelled integer not null,
  customers integer not null
) with (fillfactor = 50);

-- Units and revenue of each product by the day of payment, in blocks of 1, 8 and 64 days (counted from 1970-01-01):
-- any range of days is a few blocks.
create table product_sales (
  merchant_id uuid not null,
  block_days integer not null,
  block integer not null,
  product_id uuid not null,
  units bigint not null,
  revenue_minor bigint not null,
  primary key (merchant_id, block_days, block, product_id)
);
-- The best products of a block. They include both sums, so that a whole block is read by an index-only scan.
create index product_sales_by_revenue
  on product_sales (merchant_id, block_days, block, revenue_minor, product_id, units);
create index product_sales_by_units
  on product_sales (merchant_id, block_days, block, units, product_id, revenue_minor);

create table customer_sales (
  merchant_id uuid not null,
  user_id uuid not null,
  order_count integer not null,
  order_total_minor bigint not null,
  primary key (merchant_id, user_id)
) with (fillfactor = 80);

create index customer_sales_by_count on customer_sales (merchant_id, order_count, user_id);
create index customer_sales_by_total on customer_sales (merchant_id, order_total_minor, user_id);
