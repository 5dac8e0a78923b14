-- Who is told of events, and which of them fail.

create table webhook_subscriptions (
  merchant_id uuid not null references merchants,
  id uuid not null,
  url text not null,
  -- As the merchant wrote them (names and groups), and the plain names they stand for, which is what is matched.
  events text[] not null,
  event_names text[] not null,
  active boolean not null,
  description text,
  -- AES-256-GCM: key id, nonce, tag and ciphertext (src/lib/sealed.ts).
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- Set where the service, not the merchant, switched it off.
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

-- Few: the sweep that ends what waits for them looks at each of them every other second.
create index webhook_subscriptions_closed on webhook_subscriptions (id) where not active or deleted_at is not null;

-- Receivers whose last attempt failed, and no others: a success takes the row away, so a healthy receiver costs
-- nothing.
create table failing_receivers (
  subscription_id uuid primary key,
  merchant_id uuid not null,
  consecutive_failures integer not null,
  failing_since timestamptz not null,
  last_failed_at timestamptz not null
) with (fillfactor = 50);
