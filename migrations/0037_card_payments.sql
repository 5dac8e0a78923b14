-- no transaction
-- Payments that need the shopper once more, and the providers' accounts of shops.

alter table payments drop constraint if exists payments_status_check;

alter table payments add constraint payments_status_check check (
  status in ('pending', 'requires_action', 'succeeded', 'failed', 'refunding', 'refunded')) not valid;

alter table payments
  -- What the shopper has to do, sealed: it lets its holder confirm the payment.
  add column if not exists next_action bytea,
  -- The account at the provider that is paid; null: the platform's own.
  add column if not exists account text;

-- An order has one payment at a time, also while the shopper acts. `insert_payment` of the release before names the
-- statuses of the index that it replaces, which imply the condition of this one.
create unique index concurrently if not exists payments_open on payments (merchant_id, order_id)
  where status in ('pending', 'requires_action', 'succeeded');

drop index if exists payments_one_at_a_time;

create index concurrently if not exists payments_unsettled on payments (due_at)
  where status in ('pending', 'requires_action', 'refunding');

drop index if exists payments_due;

-- Set by the platform's command line.
alter table merchant_settings
  add column if not exists stripe_account text
    constraint merchant_settings_stripe_account check (stripe_account ~ '^acct_[A-Za-z0-9]+$');
