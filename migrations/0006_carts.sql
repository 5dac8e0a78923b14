-- Carts. A cart exists while it has lines: its last line, emptying or checkout takes the row away.

create table carts (
  merchant_id uuid not null references merchants,
  user_id uuid not null references users,
  id uuid not null,
  status text not null check (status in ('active', 'abandoned')),
  created_at timestamptz not null,
  -- By the database's clock alone, as the sweep for abandoned carts reads it.
  last_activity_at timestamptz not null,
  abandoned_at timestamptz,
  -- One cart per user and merchant. Its row is the lock under which lines change.
  primary key (merchant_id, user_id),
  constraint carts_id_key unique (id),
  constraint carts_abandoned check ((status = 'abandoned') = (abandoned_at is not null))
);
-- What the sweep reads: the carts that have been idle longest.
create index carts_idle on carts (last_activity_at) where status = 'active';

create table cart_items (
  merchant_id uuid not null,
  user_id uuid not null,
  product_id uuid not null,
  quantity integer not null constraint cart_items_quantity check (quantity between 1 and 1000000),
  added_at timestamptz not null,
  primary key (merchant_id, user_id, product_id),
  foreign key (merchant_id, user_id) references carts on delete cascade,
  -- A product deleted for good leaves the carts too; a cart it leaves empty is taken away by the sweep.
  constraint cart_items_product_fkey foreign key (merchant_id, product_id)
    references products (merchant_id, id) on delete cascade
);
create index cart_items_product on cart_items (merchant_id, product_id);
