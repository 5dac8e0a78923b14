-- A charge that no order waits for is given back by its payment: how often that was asked, and why it was refused last.
alter table payments
  add column refund_attempt integer not null default 1,
  add column refund_failure text,
  -- Staff paid it back by another way than the provider's.
  add column refunded_by_hand boolean not null default false;
alter table refunds add column by_hand boolean not null default false;
alter table refund_parts add column by_hand boolean not null default false;
