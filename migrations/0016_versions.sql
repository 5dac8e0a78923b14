-- Versions of orders and products, late look-ups of payments, and orders whose expiry failed.

-- Failed payments whose charge is looked up again, because a bank may book it later: the provider did not know it, or
-- did not answer. Kept by a trigger on payments (repeatable/46_payments.sql). A table, since the release before reads
-- `payments.*` by prepared statements, which a new column would make fail.
create table payment_look_ups (
  merchant_id uuid not null,
  payment_id uuid not null,
  -- How often the provider has answered that it does not know the charge.
  look_ups integer not null default 0,
  due_at timestamptz not null default now() + interval '1 minute',
  created_at timestamptz not null default now(),
  primary key (merchant_id, payment_id)
);
create index payment_look_ups_due on payment_look_ups (due_at);
insert into payment_look_ups (merchant_id, payment_id)
select merchant_id, id from payments where status = 'failed' and failure = 'not_charged';

-- Unpaid orders that could not be cancelled, and when that is tried again. Not in orders, whose rows have a version
-- and figures to keep; few, or none.
create table postponed_expiries (
  merchant_id uuid not null,
  order_id uuid not null,
  attempts integer not null default 1,
  due_at timestamptz not null,
  primary key (merchant_id, order_id)
);

-- Counted by triggers (repeatable/42_versions.sql), so that they also grow when the release before this one writes.
-- Last, since they lock; in the order of requests.
alter table products add column version integer not null default 1;
alter table orders add column version integer not null default 1;
