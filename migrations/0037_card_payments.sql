-- Payments that need the shopper once more, and the providers' accounts of shops.

alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check check (
  status in ('pending', 'requires_action', 'succeeded', 'failed', 'refunding', 'refunded')) not valid;
-- What the shopper has to do, sealed: it lets its holder confirm the payment.
alter table payments add column next_action bytea;

-- An order has one payment at a time, also while the shopper acts.
create unique index payments_open on payments (merchant_id, order_id)
  where status in ('pending', 'requires_action', 'succeeded');
drop index payments_due;
create index payments_due on payments (due_at) where status in ('pending', 'requires_action', 'refunding');

-- Set by the platform's command line.
alter table merchant_settings add column stripe_account text check (stripe_account ~ '^acct_[A-Za-z0-9]+$');
