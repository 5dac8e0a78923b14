-- What lists and searches of the catalog read, written by the triggers of src/modules/catalog/listings/listings.sql in
-- the transaction of the change. Products lose the indexes of lists.

-- A card in a price context. A card is a plain product (form p), a group (g), or a variant by itself (v).
create table listings (
  merchant_id uuid not null,
  -- 0: the shop's own prices.
  context smallint not null default 0,
  card_id uuid not null,
  form "char" not null check (form in ('p', 'g', 'v')),
  -- The product on the card: of a group the cheapest active variant in stock, else the cheapest.
  shown_id uuid not null,
  status text collate "C" not null,
  -- Whether shoppers see it.
  active boolean not null,
  in_stock boolean not null,
  price_common bigint not null,
  category text collate "C",
  -- What it is filtered by: b:<brand>, t:<tag>, o:<option>=<value> of what is in stock.
  keys text[] not null default '{}',
  created_at timestamptz(3) not null,
  -- Another with each change of what the card shows, except how many are available.
  stamp bigint not null,
  primary key (merchant_id, context, card_id)
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

-- A card in a language: its name, its words, and copies of what narrows a search, so that ranking thousands of matches
-- reads one row for each.
create table listing_texts (
  merchant_id uuid not null,
  language text collate "C" not null default '',
  card_id uuid not null,
  form "char" not null,
  active boolean not null,
  in_stock boolean not null,
  price_common bigint not null,
  created_at timestamptz(3) not null,
  category text collate "C",
  name_key text collate "C" not null,
  name_words smallint not null,
  document tsvector not null,
  primary key (merchant_id, language, card_id)
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

-- What a unit costs from when to when, while the product is active: the price history.
create table prices (
  merchant_id uuid not null,
  product_id uuid not null,
  context smallint not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null default 'infinity',
  price_minor bigint not null,
  compare_at_minor bigint,
  primary key (merchant_id, product_id, context, starts_at),
  constraint prices_in_order check (ends_at > starts_at)
);

-- Since when the price is reduced: `lowest_30d_minor` is of the 30 days before.
alter table products add column reduced_since timestamptz;

-- Filled before its indexes are built. The release before goes on beside this: its triggers write only
-- product_documents, which becomes a view below, so products do not change meanwhile.
lock table products in share row exclusive mode;

insert into listings (merchant_id, card_id, form, shown_id, status, active, in_stock, price_common, category,
                      created_at, stamp)
select merchant_id, id, 'p', id, status, status = 'active', in_stock, price_common, category, created_at,
       floor(date_part('epoch', clock_timestamp()) * 1000000)
  from products order by merchant_id, created_at;

insert into listing_texts (merchant_id, card_id, form, active, in_stock, price_common, created_at, category, name_key,
                           name_words, document)
select merchant_id, product_id, 'p', active, in_stock, price_common, created_at, category, name_key, name_words,
       document
  from product_documents order by merchant_id, created_at;

insert into prices (merchant_id, product_id, starts_at, price_minor)
select merchant_id, id, now(), price_minor from products where status = 'active';

-- One index for each scope (all, a category, a merchant, both) and sort; a list merges a range for each form. in_stock
-- comes before the sort: a list filtered by it reads one range, any other list merges two. The last column allows
-- filtering by price without reading the row.
create index listings_newest on listings (form, in_stock, created_at, card_id, price_common)
  where active and context = 0;
create index listings_newest_of_both on listings (form, created_at, card_id, price_common)
  where active and context = 0;
create index listings_by_price on listings (form, in_stock, price_common, card_id, created_at)
  where active and context = 0;
create index listings_category_newest on listings (category, form, in_stock, created_at, card_id, price_common)
  where active and context = 0;
create index listings_category_by_price on listings (category, form, in_stock, price_common, card_id, created_at)
  where active and context = 0;
create index listings_merchant_newest
  on listings (merchant_id, context, form, in_stock, created_at, card_id, price_common) where active;
create index listings_merchant_newest_of_both
  on listings (merchant_id, context, form, created_at, card_id, price_common) where active;
create index listings_merchant_by_price
  on listings (merchant_id, context, form, in_stock, price_common, card_id, created_at) where active;
create index listings_merchant_category_newest
  on listings (merchant_id, context, category, form, in_stock, created_at, card_id, price_common) where active;
create index listings_merchant_category_by_price
  on listings (merchant_id, context, category, form, in_stock, price_common, card_id, created_at) where active;
-- What only staff sees: few, so that other sorts than this read them all.
create index listings_inactive on listings (merchant_id, context, status, created_at, card_id) where not active;
create index listings_keys on listings using gin (merchant_id, context, keys) where keys <> '{}';

create index listing_texts_by_name on listing_texts (form, in_stock, name_key, card_id, price_common)
  where active and language = '';
create index listing_texts_category_by_name
  on listing_texts (category, form, in_stock, name_key, card_id, price_common) where active and language = '';
create index listing_texts_merchant_by_name
  on listing_texts (merchant_id, language, form, in_stock, name_key, card_id, price_common) where active;
create index listing_texts_merchant_category_by_name
  on listing_texts (merchant_id, language, category, form, in_stock, name_key, card_id, price_common) where active;
-- The newest first, whatever they are: a search for what most products have looks through them.
create index listing_texts_newest on listing_texts (card_id) where active and form <> 'v';
-- What a shop or a category has of a word, without the products of all others that have it: whichever is the rarest.
create index listing_texts_found on listing_texts using gin (merchant_id, category, document)
  with (gin_pending_list_limit = 512) where form <> 'v';
create index listing_texts_variants_found on listing_texts using gin (merchant_id, category, document)
  with (gin_pending_list_limit = 512) where form = 'v';

drop index products_newest, products_newest_of_both, products_by_price, products_by_name, products_category_newest,
  products_category_by_price, products_category_by_name, products_merchant_newest, products_merchant_newest_of_both,
  products_merchant_by_price, products_merchant_by_name, products_merchant_category_newest,
  products_merchant_category_by_price, products_merchant_category_by_name;

-- The triggers that wrote product_documents go with it; the release before reads the view until it is gone.
drop trigger if exists products_found on products;
drop trigger if exists products_forgotten on products;
drop trigger if exists products_found_anew on products;
drop function if exists record_documents();
drop table product_documents;
create view product_documents as
  select card_id as product_id, merchant_id, price_common, created_at, name_words, active, in_stock, category, name_key,
         document
    from listing_texts where form <> 'g' and language = '';
