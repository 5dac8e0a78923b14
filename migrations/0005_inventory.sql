-- Stock, its ledger, and the products of which few are left.

-- On its own, so that the row every order writes stays narrow and its updates stay in the page (no index on what
-- changes).
create table stock (
  merchant_id uuid not null,
  product_id uuid not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  -- Movements so far: the next one's number is one more, given out under the row's lock.
  movement_count integer not null default 0,
  -- Once an order has named the product it can be archived but not deleted.
  ordered boolean not null default false,
  updated_at timestamptz not null,
  primary key (merchant_id, product_id),
  foreign key (merchant_id, product_id) references products (merchant_id, id) on delete cascade,
  constraint stock_reserved_not_negative check (reserved >= 0),
  constraint stock_not_oversold check (reserved <= on_hand),
  constraint stock_on_hand_in_range check (on_hand <= 1000000000)
) with (fillfactor = 70);

-- The ledger: every change of stock, and what stood after it. It sums to the stock.
create table stock_movements (
  merchant_id uuid not null,
  product_id uuid not null,
  -- Counts the product's movements without a gap, in the order in which they took effect.
  number integer not null,
  type text not null
    check (type in ('opening', 'adjustment', 'import', 'order_placed', 'order_cancelled', 'order_completed')),
  -- What staff wrote about it.
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

-- Those with at most 5 available, kept by triggers on stock. An index on the quantities there would make every order
-- rewrite it; here only the sales of what is nearly gone cost anything.
create table low_stock (
  merchant_id uuid not null,
  product_id uuid not null,
  available integer not null,
  -- Whether the product is active. Who changes that locks the stock row first, so that both are written under that
  -- lock.
  for_sale boolean not null,
  primary key (merchant_id, product_id)
);
create index low_stock_emptiest on low_stock (merchant_id, available, product_id);
create index low_stock_emptiest_for_sale on low_stock (merchant_id, available, product_id) where for_sale;

-- The sums of what figure_changes says of them.
create table low_stock_counts (
  merchant_id uuid not null,
  available integer not null,
  for_sale boolean not null,
  products integer not null,
  primary key (merchant_id, available, for_sale)
) with (fillfactor = 50);
