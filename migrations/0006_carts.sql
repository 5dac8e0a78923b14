-- Carts. A cart exists while it has lines: removing the last line, emptying it, or checkout deletes the row.

create table carts (
  merchant_id uuid not null references merchants,
  user_id uuid not null references users,
  id uuid not null,
  status text not null check (status in ('active', 'abandoned')),
  created_at timestamptz not null,
  -- Always from the database's clock, which the sweep for abandoned carts compares it with.
  last_activity_at timestamptz not null,
  abandoned_at timestamptz,
  -- One cart per user and merchant. Changes of lines lock this row.
  primary key (merchant_id, user_id),
  constraint carts_id_key unique (id),
  constraint carts_abandoned check ((status = 'abandoned') = (abandoned_at is not null))
);
-- For the sweep: the carts that have been idle longest.
create index carts_idle on carts (last_activity_at) where status = 'active';

create table cart_items (
  merchant_id uuid not null,
  user_id uuid not null,
  product_id uuid not null,
  quantity integer not null constraint cart_items_quantity check (quantity between 1 and 1000000),
  added_at timestamptz not null,
  primary key (merchant_id, user_id, product_id),
  foreign key (merchant_id, user_id) references carts on delete cascade,
  -- Deleting a product removes it from carts; a sweep deletes carts that are left empty.
  constraint cart_items_product_fkey foreign key (merchant_id, product_id)
    references products (merchant_id, id) on delete cascade
);
create index cart_items_product on cart_items (merchant_id, product_id);
