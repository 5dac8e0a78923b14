-- What a shop sells in sizes and colours, and how it shows it. A variant is a product of a group.

create table product_groups (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  slug text collate "C",
  description text,
  category text collate "C",
  brand text,
  tags text[] not null default '{}',
  -- Names of the options, in their order: {Size,Colour}.
  varies_by text[] not null check (cardinality(varies_by) between 1 and 3),
  media uuid[] not null default '{}',
  seo_title text,
  seo_description text,
  metadata jsonb not null default '{}',
  status text collate "C" not null default 'active' check (status in ('draft', 'active', 'archived')),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  constraint product_groups_category_named check (category <> '')
);
create unique index product_groups_id on product_groups (id);
create index product_groups_newest on product_groups (merchant_id, created_at, id);

-- A variant's name, description, category, brand, tags, SEO texts and slug are copies of its group's, so that whoever
-- reads a product reads one row.
alter table products
  add column group_id uuid,
  -- Of a variant exactly the names of its group: {"Size": "M", "Colour": "Red"}.
  add column options jsonb not null default '{}',
  -- The values in the order of the names, folded: what two variants of a group may not share.
  add column options_key text collate "C",
  add column position integer not null default 0,
  add column slug text collate "C",
  add column brand text,
  add column gtin text,
  add column tags text[] not null default '{}',
  add column media uuid[] not null default '{}',
  add column seo_title text,
  add column seo_description text,
  add column metadata jsonb not null default '{}',
  add column compare_at_minor bigint,
  -- The least price of the 30 days before the reduction that is announced now (Directive 98/6/EC article 6a).
  add column lowest_30d_minor bigint,
  -- {"measure": {"value": 0.75, "unit": "l"}, "base": {"value": 1, "unit": "l"}}
  add column unit_pricing jsonb,
  add constraint products_reduced check (compare_at_minor > price_minor),
  add constraint products_variant_whole check ((group_id is null) = (options_key is null)),
  add constraint products_group foreign key (merchant_id, group_id) references product_groups (merchant_id, id),
  add constraint products_variant unique (merchant_id, group_id, options_key) deferrable initially immediate;
create index products_of_group on products (merchant_id, group_id, position, id) where group_id is not null;

-- All slugs that lead to a plain product or a group, the old ones too. The current one also stands in its row.
create table slugs (
  merchant_id uuid not null,
  slug text collate "C" not null,
  product_id uuid,
  group_id uuid,
  primary key (merchant_id, slug),
  constraint slugs_of_one check (num_nonnulls(product_id, group_id) = 1)
);
create index slugs_of_product on slugs (merchant_id, product_id) where product_id is not null;
create index slugs_of_group on slugs (merchant_id, group_id) where group_id is not null;

create table collections (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  slug text collate "C" not null,
  description text,
  media uuid[] not null default '{}',
  seo_title text,
  seo_description text,
  status text collate "C" not null default 'active' check (status in ('draft', 'active', 'archived')),
  sort text not null check (sort in ('manual', 'newest', 'price_asc', 'price_desc', 'name')),
  -- Null: its products are put in by hand.
  rules jsonb,
  product_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  constraint collections_slug unique (merchant_id, slug)
);

-- The cards (groups and plain products) of a collection, in its order.
create table collection_cards (
  merchant_id uuid not null,
  collection_id uuid not null,
  position integer not null,
  card_id uuid not null,
  primary key (merchant_id, collection_id, position),
  constraint collection_cards_once unique (merchant_id, collection_id, card_id),
  foreign key (merchant_id, collection_id) references collections (merchant_id, id) on delete cascade
);
