-- Webhook subscriptions, and receivers that fail.

create table webhook_subscriptions (
  merchant_id uuid not null references merchants,
  id uuid not null,
  url text not null,
  -- As the merchant wrote them (names and groups), and expanded to names, which are matched.
  events text[] not null,
  event_names text[] not null,
  active boolean not null,
  description text,
  -- AES-256-GCM: key id, nonce, tag and ciphertext.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- Set if the service, not the merchant, deactivated it.
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant_id, id),
  constraint webhook_subscriptions_id_key unique (id),
  constraint webhook_subscriptions_previous_check
    check ((previous_secret is null) = (previous_secret_expires_at is null))
);
create index webhook_subscriptions_deleted on webhook_subscriptions (deleted_at) where deleted_at is not null;

-- For the sweep that cancels deliveries of inactive and deleted subscriptions every two seconds; there are few.
create index webhook_subscriptions_closed on webhook_subscriptions (id) where not active or deleted_at is not null;

-- Only receivers whose last attempt failed: a success deletes the row, so a healthy receiver costs nothing.
create table failing_receivers (
  subscription_id uuid primary key,
  merchant_id uuid not null,
  consecutive_failures integer not null,
  failing_since timestamptz not null,
  last_failed_at timestamptz not null
) with (fillfactor = 50);
