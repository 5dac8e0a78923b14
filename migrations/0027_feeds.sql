-- Where a shop's own pages are: links in its feeds begin with it.
alter table merchant_settings add column storefront_url text;

-- Files of all products at addresses that nobody can guess, for Google and for search engines. The key is kept as it
-- is, so that it can be shown again: what it opens is what shoppers see.
create table feeds (
  merchant_id uuid not null,
  id uuid not null,
  key text collate "C" not null,
  -- Null: that of the shop.
  storefront_url text,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  constraint feeds_key unique (merchant_id, key)
);
