-- Products, the indexes of every way to list them, exact counts of every way to filter them, and imports.

create table products (
  merchant_id uuid not null references merchants,
  id uuid not null,
  sku text collate "C" not null,
  name text not null,
  description text,
  category text collate "C" constraint products_category_named check (category <> ''),
  price_minor bigint not null check (price_minor >= 0),
  -- The merchant's, repeated here so that a page of products needs no join.
  currency text not null,
  -- Thousandths of the major unit: one scale for all currencies, for the price filter and the price sort.
  price_common bigint not null,
  status text collate "C" not null check (status in ('draft', 'active', 'archived')),
  image_url text,
  -- Whether any of it can be bought now. Kept by triggers on the stock, and written only when the answer changes.
  in_stock boolean not null default false,
  -- Milliseconds, as in JSON and in cursors: two products the API shows as equal are equal here too.
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Names in the order people expect: without case and accents, and compared by bytes, which is the same everywhere.
  name_key text collate "C" not null
    generated always as (lower(regexp_replace(normalize(name, nfkd), U&'[\0300-\036f]', '', 'g'))) stored,
  primary key (merchant_id, id),
  constraint products_sku_key unique (merchant_id, sku)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create unique index products_id on products (id);

-- One index for each scope (all, a category, a merchant, both) and sort. Stock stands first: a list of both kinds
-- merges two ranges, a list of one reads one. What follows the id only spares the row a visit when prices are
-- filtered.
create index products_newest on products (in_stock, created_at, id, price_common) where status = 'active';
create index products_by_price on products (in_stock, price_common, id, created_at) where status = 'active';
create index products_by_name on products (in_stock, name_key, id, price_common) where status = 'active';
create index products_category_newest on products (category, in_stock, created_at, id, price_common)
  where status = 'active';
create index products_category_by_price on products (category, in_stock, price_common, id, created_at)
  where status = 'active';
create index products_category_by_name on products (category, in_stock, name_key, id, price_common)
  where status = 'active';
create index products_merchant_by_price on products (merchant_id, in_stock, price_common, id, created_at)
  where status = 'active';
create index products_merchant_by_name on products (merchant_id, in_stock, name_key, id, price_common)
  where status = 'active';
create index products_merchant_category_by_price
  on products (merchant_id, category, in_stock, price_common, id, created_at) where status = 'active';
create index products_merchant_category_by_name
  on products (merchant_id, category, in_stock, name_key, id, price_common) where status = 'active';
-- These two also serve a merchant's own list, which has the other statuses.
create index products_merchant_newest on products (merchant_id, status, in_stock, created_at, id, price_common);
create index products_merchant_category_newest
  on products (merchant_id, category, status, in_stock, created_at, id, price_common);

-- How many products there are, by scope, status, and price from `low` to below `high`. The zero uuid stands for every
-- merchant, '' for every category. A scope begins as one row over all prices and is split as it grows.
create table product_counts (
  merchant_id uuid not null,
  category text collate "C" not null,
  status text collate "C" not null,
  low bigint not null,
  high bigint not null,
  total integer not null,
  in_stock integer not null,
  primary key (merchant_id, category, status, low)
) with (fillfactor = 70);

-- What has changed since the counts were last brought up to date: appended to by whoever changes products, so that no
-- two writers ever wait for one counter, and folded by a sweep. A total is the counts and these, read in one
-- statement.
create table product_count_changes (
  merchant_id uuid not null,
  category text collate "C" not null,
  status text collate "C" not null,
  price_common bigint not null,
  in_stock boolean not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- What a search answers follows from products, merchants' names and the dictionary. Whoever changes one of them adds
-- a number here in the same transaction; commits are seen in one order, so two statements that see the same sum see
-- the same state. Random, so that a database put back to an earlier state does not come by a sum that was another
-- state's before.
create table catalog_changes (
  amount bigint not null default 1 + (random() * 1e9)::bigint
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);

-- How far an import has come. Written in the transaction of each chunk, so that what it says is what is in the catalog.
create table product_imports (
  merchant_id uuid not null references merchants,
  id uuid not null,
  status text not null check (status in ('running', 'completed')),
  -- The last row whose chunk has been committed, and the hash of the file up to its end: a file sent again goes on
  -- behind it.
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
