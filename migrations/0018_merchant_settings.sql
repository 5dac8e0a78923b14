-- What a merchant has set; no row: everything as it is unless set. A table, since the release before reads
-- `merchants.*` by prepared statements, which a new column would make fail.
create table merchant_settings (
  merchant_id uuid primary key references merchants (id) on delete cascade,
  -- Open: neither paid nor cancelled.
  max_open_orders_per_user integer not null default 20 check (max_open_orders_per_user between 1 and 10000),
  max_quantity_per_line integer not null default 1000 check (max_quantity_per_line between 1 and 1000000),
  -- Staff without a second factor can only set one up.
  require_two_factor boolean not null default false,
  updated_at timestamptz not null default now()
);
