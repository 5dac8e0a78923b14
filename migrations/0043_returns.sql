-- Withdrawals and returns.

-- Why the right of withdrawal does not apply (Directive 2011/83/EU, article 16), and its copy in each order.
alter table products
  add column withdrawal text collate "C" not null default 'allowed',
  add constraint products_withdrawal check (withdrawal in (
    'allowed', 'made_to_order', 'perishable', 'sealed_hygiene', 'sealed_media', 'digital_started')) not valid;

-- Null: of a release that did not freeze it, or not for sale in the catalog.
alter table order_items
  add column withdrawal text collate "C",
  -- Sent units that an open return is about.
  add column quantity_returning integer not null default 0,
  add constraint order_items_returning check (
    quantity_returning = 0
    or quantity_returning > 0 and quantity_returning + quantity_returned <= quantity_fulfilled) not valid;

alter table fulfillments add column delivered_at timestamptz;

-- The return whose units it pays for.
alter table refunds add column return_id uuid;

-- Shops from before have a row each, so that the default below is that of new ones.
insert into merchant_settings (merchant_id, max_open_orders_per_user, max_quantity_per_line)
select id, 20, 1000 from merchants
on conflict (merchant_id) do nothing;

alter table merchant_settings
  -- Null: for orders to countries of the EU.
  add column withdrawal boolean,
  -- Null: returns are not offered.
  add column return_days integer,
  add column delivery_days integer not null default 7,
  add constraint merchant_settings_return_days check (return_days between 1 and 3650),
  add constraint merchant_settings_delivery_days check (delivery_days between 0 and 365),
  alter column return_days set default 14;

create table returns (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  kind text collate "C" not null check (kind in ('return', 'withdrawal')),
  status text collate "C" not null check (
    status in ('requested', 'approved', 'declined', 'received', 'refunded', 'closed', 'cancelled')),
  currency text not null,
  -- Staff's words to the customer.
  message text,
  -- Of a withdrawal from all units: the part of the order's shipping that goes back.
  shipping_minor bigint not null default 0 check (shipping_minor >= 0),
  deduction_minor bigint not null default 0 check (deduction_minor >= 0),
  deduction_reason text,
  -- Of a withdrawal: the day by which its money is due.
  refund_due_at timestamptz(3),
  label_url text,
  carrier text,
  tracking_number text,
  tracking_url text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  approved_at timestamptz(3),
  received_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (merchant_id, id),
  constraint returns_ended check ((ended_at is not null) = (status in ('declined', 'refunded', 'closed', 'cancelled')))
);

-- Of an order, of a user, of a shop, newest first.
create index returns_of_order on returns (merchant_id, order_id, created_at);
create index returns_of_user on returns (merchant_id, user_id, created_at, id);
create index returns_newest on returns (merchant_id, created_at, id);
create index returns_by_status on returns (merchant_id, status, created_at, id);
-- Returns that lapse.
create index returns_approved on returns (approved_at) where status = 'approved';

create table return_items (
  merchant_id uuid not null,
  return_id uuid not null,
  -- Of the order's item.
  line integer not null,
  -- Sent units, which come back, and unsent ones, which were cancelled at once.
  quantity integer not null check (quantity >= 0),
  quantity_cancelled integer not null default 0 check (quantity_cancelled >= 0),
  reason text collate "C" check (reason in (
    'too_small', 'too_large', 'damaged', 'wrong_item', 'not_as_described', 'changed_mind', 'other')),
  -- The customer's words.
  note text,
  quantity_received integer check (quantity_received between 0 and quantity),
  condition text collate "C" check (condition in ('resell', 'damaged', 'missing')),
  restock boolean,
  primary key (merchant_id, return_id, line),
  constraint return_items_received check ((quantity_received is null) = (condition is null)),
  constraint return_items_units check (quantity + quantity_cancelled > 0)
);
