-- no transaction
-- The pending orders of a client address, whose units are counted (migrations/repeatable/47_open_orders.sql).
create index concurrently if not exists orders_of_client on orders (merchant_id, client_hash)
  where status = 'pending' and client_hash is not null;
