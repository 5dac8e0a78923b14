-- Mails about carts that customers left: off until a shop says after how many hours.
alter table merchant_settings
  add column mail_abandoned_cart_hours integer,
  add constraint merchant_settings_cart_hours check (mail_abandoned_cart_hours between 1 and 720);
-- The sweep looks at these shops alone.
create index merchant_settings_cart_mails on merchant_settings (merchant_id)
  where mail_abandoned_cart_hours is not null;

-- When a cart was mailed; an order of it counts as what the mail brought.
alter table carts add column mailed_at timestamptz;

-- One row for a cart, so that it is mailed once. It stays when the cart is ordered.
create table cart_mails (
  merchant_id uuid not null,
  cart_id uuid not null,
  -- Null: the account was erased.
  user_id uuid,
  queued_at timestamptz not null default now(),
  -- Null: waits, or was not sent in the end.
  sent_at timestamptz,
  -- The order that was placed of the cart after its mail.
  order_id uuid,
  order_total_minor bigint,
  constraint cart_mails_pkey primary key (merchant_id, cart_id),
  constraint cart_mails_order check ((order_id is null) = (order_total_minor is null))
);
create index cart_mails_sent on cart_mails (merchant_id, sent_at);
create index cart_mails_of_user on cart_mails (user_id);
