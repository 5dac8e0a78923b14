-- Products, the indexes of their lists, exact counts for their filters, and imports.

create table products (
  merchant_id uuid not null references merchants,
  id uuid not null,
  sku text collate "C" not null,
  name text not null,
  description text,
  category text collate "C" constraint products_category_named check (category <> ''),
  price_minor bigint not null check (price_minor >= 0),
  -- Copied from the merchant, so that a page of products needs no join.
  currency text not null,
  -- Thousandths of the major unit: one scale for all currencies, for the price filter and the price sort.
  price_common bigint not null,
  status text collate "C" not null check (status in ('draft', 'active', 'archived')),
  image_url text,
  -- Whether any can be bought now. Maintained by triggers on stock, and written only when it changes.
  in_stock boolean not null default false,
  -- Milliseconds, as in JSON and in cursors: two products the API shows as equal are equal here too.
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Sort key of the name: no case, no accents, compared by bytes, so that the order does not depend on a locale.
  name_key text collate "C" not null
    generated always as (lower(regexp_replace(normalize(name, nfkd), U&'[\0300-\036f]', '', 'g'))) stored,
  primary key (merchant_id, id),
  constraint products_sku_key unique (merchant_id, sku)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create unique index products_id on products (id);

-- One index for each scope (all, a category, a merchant, both) and sort. in_stock comes first: a list filtered by it
-- reads one range, any other list merges two. The last column
-- allows filtering by price without reading the row.
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
-- These two also serve the admin list of a merchant, which has all statuses.
create index products_merchant_newest on products (merchant_id, status, in_stock, created_at, id, price_common);
create index products_merchant_category_newest
  on products (merchant_id, category, status, in_stock, created_at, id, price_common);

-- Number of products by scope, status, and price range (`low` inclusive, `high` exclusive). The zero UUID means all
-- merchants, '' all categories. A scope begins as one row over all prices and is split as it grows.
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

-- Changes not yet folded into the counts. Writers append here, so that no two of them wait for one counter; a sweep
-- folds. A total is the sum of counts and changes, read in one statement.
create table product_count_changes (
  merchant_id uuid not null,
  category text collate "C" not null,
  status text collate "C" not null,
  price_common bigint not null,
  in_stock boolean not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- The version of the catalog is the sum of this column. A change of products, merchants' names or the dictionary adds
-- a number in its transaction, so two statements that see the same sum see the same catalog. The numbers are random: a
-- database restored from a backup must not reach a sum that another state had before.
create table catalog_changes (
  amount bigint not null default 1 + (random() * 1e9)::bigint
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);

-- Progress of imports. Written in the transaction of each chunk, so that it always agrees with the catalog.
create table product_imports (
  merchant_id uuid not null references merchants,
  id uuid not null,
  status text not null check (status in ('running', 'completed')),
  -- The last committed row, and the hash of the file up to its end: when the file is sent again, the import resumes
  -- after it.
  last_row integer not null default 0,
  digest bytea,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- The first 1,000 errors.
  errors jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
