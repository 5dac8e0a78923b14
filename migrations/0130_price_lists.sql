-- A shop with price lists: requests must look for prices besides those of products.
alter table merchant_settings add has_prices boolean not null default false;

-- Null: as the shop's own prices.
alter table markets add prices_include_tax boolean;
alter table markets add price_rounding_minor bigint check (price_rounding_minor > 0);

-- Where the cards of a shop have prices of their own, by price lists: in its currency, and with the roundings of its
-- markets. 0 is the price of products without lists, and has no row here.
create table price_contexts (
  merchant_id uuid not null references merchants (id) on delete cascade,
  context smallint not null check (context > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- A price on the scale of all currencies is so many times its minor units.
  common_scale numeric not null,
  -- Prices that a percent makes are multiples of it.
  rounding_minor bigint not null check (rounding_minor > 0),
  used boolean not null default true,
  ready boolean not null default false,
  since xid8 not null default pg_current_xact_id(),
  written_to uuid,
  primary key (merchant_id, context),
  unique (merchant_id, currency, rounding_minor)
);

create table price_lists (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamp(3) with time zone not null default '-infinity',
  ends_at timestamp(3) with time zone not null default 'infinity',
  priority integer not null default 0,
  -- Null: for everybody.
  group_ids uuid[],
  -- Null: it has amounts.
  percent numeric(5, 2) check (percent > -100 and percent <= 900),
  -- It is for the products that price_list_prices names alone.
  names_products boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint price_lists_time check (ends_at > starts_at),
  constraint price_lists_kind check (percent is not null or names_products),
  primary key (merchant_id, id)
);
create index price_lists_of_currency on price_lists (merchant_id, currency);

create table price_list_prices (
  merchant_id uuid not null,
  list_id uuid not null,
  product_id uuid not null,
  min_quantity integer not null default 1 check (min_quantity between 1 and 1000000),
  -- Null: the list's percent.
  amount_minor bigint check (amount_minor >= 0),
  primary key (merchant_id, product_id, list_id, min_quantity),
  constraint price_list_prices_list foreign key (merchant_id, list_id)
    references price_lists (merchant_id, id) on delete cascade,
  constraint price_list_prices_product foreign key (merchant_id, product_id)
    references products (merchant_id, id) on delete cascade
);
create index price_list_prices_of_list on price_list_prices (merchant_id, list_id, product_id, min_quantity);

-- Products whose price by a list has changed, or begins or ends: their cards and their history are written by a job.
create table price_changes (
  merchant_id uuid not null,
  product_id uuid not null,
  primary key (merchant_id, product_id)
);
