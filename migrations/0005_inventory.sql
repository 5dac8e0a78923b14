-- Stock, its ledger, and products low in stock.

-- Apart from products: every order writes this row, so it is narrow and no index covers what changes (HOT updates).
create table stock (
  merchant_id uuid not null,
  product_id uuid not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  -- Number of the last movement; the next is assigned under the lock of this row.
  movement_count integer not null default 0,
  -- Set by the first order; from then on the product can be archived but not deleted.
  ordered boolean not null default false,
  updated_at timestamptz not null,
  primary key (merchant_id, product_id),
  foreign key (merchant_id, product_id) references products (merchant_id, id) on delete cascade,
  constraint stock_reserved_not_negative check (reserved >= 0),
  constraint stock_not_oversold check (reserved <= on_hand),
  constraint stock_on_hand_in_range check (on_hand <= 1000000000)
) with (fillfactor = 70);

-- The ledger: every change of stock with the quantities after it. The changes sum to the stock.
create table stock_movements (
  merchant_id uuid not null,
  product_id uuid not null,
  -- Per product, without gaps, in the order in which the movements took effect.
  number integer not null,
  type text not null
    check (type in ('opening', 'adjustment', 'import', 'order_placed', 'order_cancelled', 'order_completed')),
  -- A note by staff.
  reason text,
  on_hand_change integer not null,
  reserved_change integer not null,
  on_hand_after integer not null,
  reserved_after integer not null,
  order_id uuid,
  actor_id uuid,
  created_at timestamptz not null,
  primary key (merchant_id, product_id, number)
);

-- Products with at most 5 available, maintained by triggers on stock. An index on the quantities of stock would be
-- written by every order; this table only by orders of products that are low.
create table low_stock (
  merchant_id uuid not null,
  product_id uuid not null,
  available integer not null,
  -- Whether the product is active. A change of status locks the stock row first, so both columns are written under it.
  for_sale boolean not null,
  primary key (merchant_id, product_id)
);
create index low_stock_emptiest on low_stock (merchant_id, available, product_id);
create index low_stock_emptiest_for_sale on low_stock (merchant_id, available, product_id) where for_sale;

-- Number of rows of low_stock; folded from figure_changes.
create table low_stock_counts (
  merchant_id uuid not null,
  available integer not null,
  for_sale boolean not null,
  products integer not null,
  primary key (merchant_id, available, for_sale)
) with (fillfactor = 50);
