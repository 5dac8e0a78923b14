-- Which units were sent, which taken back, and what money went back.
--
-- Constraints are not validated: rows of before have the defaults, which satisfy them, and a scan of the largest tables
-- would show nothing.

-- In a completed order every unit that was not cancelled counts as fulfilled: releases before this one complete an
-- order without counting its units.
alter table order_items
  add column quantity_fulfilled integer not null default 0,
  -- Refunded before it was fulfilled: its reservation has ended.
  add column quantity_cancelled integer not null default 0,
  -- Refunded after it was fulfilled.
  add column quantity_returned integer not null default 0;
alter table order_items add constraint order_items_fulfilled check (
  quantity_fulfilled >= 0 and quantity_cancelled >= 0
  and quantity_fulfilled + quantity_cancelled <= quantity) not valid;
alter table order_items add constraint order_items_returned check (
  quantity_returned between 0 and quantity_fulfilled) not valid;

alter table orders
  add column fulfillment_status text not null default 'unfulfilled'
    check (fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled')),
  -- Refunds that succeeded or are under way; never more than was paid.
  add column refunded_total_minor bigint not null default 0,
  add column refund_count integer not null default 0;
alter table orders add constraint orders_refunded check (refunded_total_minor between 0 and total_minor) not valid;
-- An order of which something was sent is not cancelled, and one that was partly sent or refunded is not completed by a
-- release that does not count units.
alter table orders add constraint orders_fulfilled check (
  case status when 'cancelled' then fulfillment_status = 'unfulfilled'
              when 'completed' then fulfillment_status = 'fulfilled'
                                    or fulfillment_status = 'unfulfilled' and refund_count = 0
              else true end) not valid;
alter table orders drop constraint orders_payment_status_check;
alter table orders add constraint orders_payment_status_check
  check (payment_status in ('unpaid', 'failed', 'paid', 'partially_refunded', 'refunded')) not valid;

create table fulfillments (
  merchant_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  -- [{product_id, quantity}]
  items jsonb not null,
  carrier text,
  tracking_number text,
  tracking_url text,
  actor_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, order_id, id)
);

create table refunds (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  -- The payment that it is taken from.
  payment_id uuid not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- [{product_id, quantity, cancelled, restocked}]; null: of an amount alone.
  items jsonb,
  -- Part of the amount that gives shipping back, with its tax.
  shipping_minor bigint not null default 0,
  -- A note by staff.
  reason text,
  -- One more each time that it is sent again after a refusal.
  attempt integer not null default 1,
  -- The provider's id of the refund, and why it was refused.
  reference text,
  failure text,
  actor_id uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- While pending: when the sweep asks the provider next.
  due_at timestamptz not null,
  primary key (merchant_id, id)
);
create index refunds_of_order on refunds (merchant_id, order_id, id);
create index refunds_due on refunds (due_at) where status = 'pending';

alter table stock_movements drop constraint stock_movements_type_check;
alter table stock_movements add constraint stock_movements_type_check check (
  type in ('opening', 'adjustment', 'import', 'order_placed', 'order_cancelled', 'order_completed',
           'order_fulfilled', 'refund_cancelled', 'refund_returned')) not valid;

alter table test_provider_charges
  add column refunded_minor bigint not null default 0,
  -- The first attempt of each refund, for tests.
  add column refuses_refunds boolean not null default false;
alter table test_provider_charges add constraint test_provider_charges_refunded
  check (refunded_minor between 0 and amount_minor) not valid;
-- Refunds of the test payment provider.
create table test_provider_refunds (
  refund_id uuid not null,
  attempt integer not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  succeeded boolean not null,
  refunded_at timestamptz not null default clock_timestamp(),
  primary key (refund_id, attempt)
);

-- Refunds, tax and shipping in the figures, as in 0012_figures.sql: tables of their own, because a release before this
-- one folds `figure_changes` without columns that it does not know.
create table sales_changes (
  merchant_id uuid not null,
  id bigint generated always as identity,
  -- Of the payment or of the refund.
  hour timestamptz not null,
  refunded_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  shipping_minor bigint not null default 0,
  -- The refund whose units are no longer sold.
  refund_id uuid,
  primary key (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create table sales_hours (
  merchant_id uuid not null,
  hour timestamptz not null,
  refunded_minor bigint not null,
  tax_minor bigint not null,
  shipping_minor bigint not null,
  primary key (merchant_id, hour)
) with (fillfactor = 80);

-- The same by day (UTC).
create table sales_days (
  like sales_hours,
  primary key (merchant_id, hour)
) with (fillfactor = 80);
