-- no transaction
-- Refunds that wait for staff, which each page of the console counts.
create index concurrently if not exists refunds_failed on refunds (merchant_id, order_id) where status = 'failed';
create index concurrently if not exists payments_refund_failed on payments (merchant_id, order_id)
  where refund_failure is not null;
