-- What a shop says besides its products: pages, menus, its home page and an announcement.
create table pages (
  merchant_id uuid not null,
  id uuid not null,
  title text not null,
  slug text not null,
  -- Cleaned, and the text that is made of it.
  body_html text,
  body_text text,
  seo_title text,
  seo_description text,
  status text not null,
  -- When it was published first.
  published_at timestamptz(3),
  -- What the law asks it for; null: nothing.
  kind text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint pages_pkey primary key (merchant_id, id),
  constraint pages_slug unique (merchant_id, slug),
  constraint pages_kind unique (merchant_id, kind),
  constraint pages_status check (status in ('draft', 'published')),
  constraint pages_lengths check (length(title) <= 200 and length(slug) <= 200 and length(body_html) <= 100000)
);

create table menus (
  merchant_id uuid not null,
  handle text not null,
  items jsonb not null,
  updated_at timestamptz not null,
  constraint menus_pkey primary key (merchant_id, handle)
);

create table homes (
  merchant_id uuid not null,
  sections jsonb not null,
  -- Ids of the pictures that its sections show.
  media uuid[] not null default '{}',
  updated_at timestamptz not null,
  constraint homes_pkey primary key (merchant_id)
);

-- {text, from, to}.
alter table merchant_settings add column announcement jsonb;
