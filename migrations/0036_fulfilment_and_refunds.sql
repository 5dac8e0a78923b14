-- Which units were sent, which taken back, and what money went back.

-- In a completed order every unit that was not cancelled counts as fulfilled: releases before this one complete an
-- order without counting its units.
alter table order_items
  add column quantity_fulfilled integer not null default 0,
  -- Refunded before it was fulfilled: its reservation has ended.
  add column quantity_cancelled integer not null default 0,
  -- Refunded after it was fulfilled.
  add column quantity_returned integer not null default 0;
alter table order_items add constraint order_items_fulfilled check (
  quantity_fulfilled >= 0 and quantity_cancelled >= 0 and quantity_fulfilled + quantity_cancelled <= quantity) not valid;
alter table order_items add constraint order_items_returned check (
  quantity_returned between 0 and quantity_fulfilled) not valid;

alter table orders
  add column fulfillment_status text not null default 'unfulfilled'
    check (fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled')),
  -- Refunds that succeeded or are under way; never more than was paid.
  add column refunded_total_minor bigint not null default 0,
  add column refund_count integer not null default 0;
alter table orders add constraint orders_refunded check (refunded_total_minor between 0 and total_minor) not valid;
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
