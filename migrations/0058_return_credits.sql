-- Returns whose refund becomes store credit, and exchanges.

alter table returns
  -- What the customer chose; null: the payment.
  add column refund_to text collate "C",
  -- The order of what the customer gets instead.
  add column exchange_order_id uuid;
alter table returns add constraint returns_refund_to check (refund_to = 'store_credit') not valid;

-- A refund that was given as store credit: it has no parts.
alter table refunds add column store_credit boolean not null default false;
