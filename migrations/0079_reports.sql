-- no transaction
-- Reports read what happened in a range of days.
create index concurrently if not exists payments_settled_at on payments (merchant_id, settled_at)
  where settled_at is not null;
create index concurrently if not exists payments_refunded_at on payments (merchant_id, refunded_at)
  where refunded_at is not null;
create index concurrently if not exists stored_value_entries_by_time on stored_value_entries (merchant_id, created_at);
