-- Where a shop sells, and in which languages.
create table markets (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  -- It serves the countries that no other market names.
  own boolean not null,
  countries text[] not null,
  currency text not null,
  -- BCP 47; the first is the default.
  locales text[] not null,
  active boolean not null,
  position integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint markets_pkey primary key (merchant_id, id),
  constraint markets_own check (not own or (countries = '{}' and active)),
  constraint markets_locales check (cardinality(locales) between 1 and 20)
);
create unique index markets_one_own on markets (merchant_id) where own;

-- Texts of products, groups and collections in other languages than the shop's own.
create table translations (
  merchant_id uuid not null,
  type text not null,
  subject_id uuid not null,
  locale text not null,
  -- Only what is translated; a slug stands beside it.
  texts jsonb not null,
  slug text,
  updated_at timestamptz(3) not null,
  constraint translations_pkey primary key (merchant_id, type, subject_id, locale),
  constraint translations_type check (type in ('product', 'product_group', 'collection'))
);
-- A slug leads to one thing, whatever its language.
create unique index translations_product_slug on translations (merchant_id, slug)
  where type <> 'collection' and slug is not null;
create unique index translations_collection_slug on translations (merchant_id, slug)
  where type = 'collection' and slug is not null;

-- Whether requests look for markets and translations.
alter table merchant_settings add column has_markets boolean not null default false;
