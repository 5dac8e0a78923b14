-- What a shop sets before it sells: tax, shipping, mails. Where it sets nothing, orders are as they were.

alter table merchant_settings
  -- Null: the one that the merchant was made with. It changes while nothing of the shop has an amount.
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add column support_email text,
  add column prices_include_tax boolean not null default true,
  add column shipping_required boolean not null default false,
  add column mail_order_confirmation boolean not null default true,
  add column mail_shipment boolean not null default true,
  add column mail_refund boolean not null default true,
  -- An IANA name; mails show times in it.
  add column timezone text not null default 'UTC',
  -- Whether it has any: an order of a shop with neither reads neither.
  add column has_shipping_methods boolean not null default false,
  add column has_tax_rates boolean not null default false;

alter table products
  add column requires_shipping boolean not null default true,
  add column weight_grams integer check (weight_grams between 0 and 1000000000),
  add column tax_class text not null default 'standard';

create table shipping_methods (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  -- ISO 3166-1 alpha-2; null: anywhere.
  countries text[],
  price_minor bigint not null check (price_minor >= 0),
  -- Of the subtotal; null: never free.
  free_from_minor bigint check (free_from_minor >= 0),
  min_weight_grams integer check (min_weight_grams >= 0),
  max_weight_grams integer check (max_weight_grams >= min_weight_grams),
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

create table tax_rates (
  merchant_id uuid not null,
  -- The row of the table that staff wrote.
  position integer not null,
  country text collate "C" not null,
  -- Null: of the whole country.
  region text,
  -- How regions compare; '' for the whole country.
  region_key text not null,
  tax_class text not null,
  name text not null,
  -- Percent.
  rate numeric(7, 4) not null check (rate between 0 and 100),
  primary key (merchant_id, position)
);
create unique index tax_rates_of_place on tax_rates (merchant_id, country, region_key, tax_class);
