-- no transaction
-- An order has one open payment at most; it may have several that succeeded.
create unique index concurrently if not exists payments_one_open on payments (merchant_id, order_id)
  where status in ('pending', 'requires_action');
