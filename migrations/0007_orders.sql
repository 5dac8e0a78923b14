-- Orders and payments.

create table orders (
  merchant_id uuid not null references merchants,
  id uuid not null,
  user_id uuid not null references users,
  -- Bytewise collation, so that the index serves prefixes. The number begins with the UTC day of created_at: orders
  -- with a prefix that names a day are counted by that day.
  order_number text collate "C" not null,
  status text not null check (status in ('pending', 'paid', 'processing', 'completed', 'cancelled')),
  payment_status text not null check (payment_status in ('unpaid', 'failed', 'paid', 'refunded')),
  currency text not null,
  total_minor bigint not null check (total_minor >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  primary key (merchant_id, id),
  constraint orders_number_key unique (merchant_id, order_number),
  constraint orders_number_of_day check (starts_with(order_number, to_char(created_at at time zone 'UTC', 'YYMMDD-')))
);
create index orders_of_user on orders (merchant_id, user_id, id desc);
create index orders_by_status on orders (merchant_id, status, id desc);
create index orders_by_status_and_number on orders (merchant_id, status, order_number);
-- For the sweep that cancels unpaid orders.
create index orders_unpaid on orders (created_at) where status = 'pending';

create table order_items (
  merchant_id uuid not null,
  order_id uuid not null,
  line integer not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  quantity integer not null check (quantity > 0),
  price_minor bigint not null check (price_minor >= 0),
  primary key (merchant_id, order_id, line),
  foreign key (merchant_id, order_id) references orders on delete cascade
);

create table payments (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  provider text not null,
  method text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'refunding', 'refunded')),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- The provider's id of the charge, or a note by staff.
  reference text,
  failure text,
  -- The user who pays, or the member of staff who recorded the payment.
  actor_id uuid not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  refunded_at timestamptz,
  -- While pending or refunding: when the sweep checks it next.
  due_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);
create index payments_of_order on payments (merchant_id, order_id);
-- At most one pending or succeeded payment per order: two concurrent requests charge once.
create unique index payments_one_at_a_time on payments (merchant_id, order_id) where status in ('pending', 'succeeded');
create index payments_due on payments (due_at) where status in ('pending', 'refunding');

-- Charges of the test payment provider.
create table test_provider_charges (
  payment_id uuid primary key,
  amount_minor bigint not null,
  currency text not null,
  succeeded boolean not null,
  charged_at timestamptz not null default clock_timestamp(),
  refunded_at timestamptz
);
