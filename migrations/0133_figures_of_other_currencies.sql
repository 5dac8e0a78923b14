-- no transaction
-- Figures of other currencies are read from the orders themselves.
create index concurrently if not exists orders_elsewhere_by_time on orders (merchant_id, currency, created_at)
  where other_currency;
create index concurrently if not exists orders_elsewhere_paid on orders (merchant_id, currency, paid_at)
  where other_currency;
