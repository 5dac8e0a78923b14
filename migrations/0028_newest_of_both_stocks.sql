-- no transaction

-- The lists asked for most, the newest of all and the newest of a shop, read one range instead of merging what is in
-- stock with what is not.
create index concurrently if not exists products_newest_of_both on products (created_at, id, price_common)
  where status = 'active';
create index concurrently if not exists products_merchant_newest_of_both
  on products (merchant_id, created_at, id, price_common) where status = 'active';
