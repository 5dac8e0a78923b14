-- Reminders of payments: off until a shop says how many days after the payment was due each is sent.
alter table merchant_settings
  add column mail_reminder_days jsonb,
  add constraint merchant_settings_reminder_days check (jsonb_array_length(mail_reminder_days) between 1 and 3);
-- The sweep looks at these shops alone.
create index merchant_settings_reminders on merchant_settings (merchant_id) where mail_reminder_days is not null;

-- One row for each reminder of an order, so that it is sent once.
create table payment_reminders (
  merchant_id uuid not null,
  order_id uuid not null,
  -- From 1.
  number integer not null,
  queued_at timestamptz not null default now(),
  -- Null: waits, or was not sent in the end.
  sent_at timestamptz,
  constraint payment_reminders_pkey primary key (merchant_id, order_id, number),
  constraint payment_reminders_number check (number between 1 and 3)
);
