-- no transaction
-- The same for what staff finds by a text: a shop's customers and orders, without those of all others that have it.
create index concurrently if not exists customers_found on customers
  using gin (merchant_id, (' ' || name_key || ' ' || email_key) gin_trgm_ops);
drop index if exists customers_search;
create index concurrently if not exists orders_found_by_number on orders
  using gin (merchant_id, substr(order_number, 8) gin_trgm_ops) with (gin_pending_list_limit = 256);
drop index if exists orders_by_number_part;
create index concurrently if not exists orders_found_by_email on orders
  using gin (merchant_id, (' ' || lower(email)) gin_trgm_ops) with (gin_pending_list_limit = 256)
  where email is not null;
drop index if exists orders_by_email;
