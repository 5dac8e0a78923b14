-- How far an import has come. Written in the transaction of each chunk, so that what it says is what is in the catalog.
create table product_imports (
  merchant_id uuid not null references merchants,
  id uuid not null,
  status text not null check (status in ('running', 'completed')),
  -- The last row whose chunk has been committed, and the hash of the file up to its end: a file sent again goes on behind it.
  last_row integer not null default 0,
  digest bytea,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- The first thousand.
  errors jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
