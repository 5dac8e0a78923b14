-- no transaction
-- The carts of one shop that were left at a time.
create index concurrently if not exists carts_left on carts (merchant_id, last_activity_at)
  where not is_guest;
