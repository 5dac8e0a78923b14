-- no transaction
-- Shops that merge no customers have no entry.
create index concurrently if not exists orders_placed_as on orders (merchant_id, placed_as, created_at, id)
  where placed_as is not null;
