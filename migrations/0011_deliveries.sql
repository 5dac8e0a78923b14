-- Deliveries of events to the subscriptions that were active at the commit, their attempts, queue and counts.

create table deliveries (
  id uuid not null,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  event_name text not null,
  -- The API shows a pending delivery whose queue row is leased as `delivering`.
  status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  -- Without lost attempts.
  attempts integer not null default 0,
  last_status_code integer,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) partition by range (id);
create index deliveries_of_subscription on deliveries (merchant_id, subscription_id, id);
-- Created last: of two indexes with equal cost, as on an empty partition, PostgreSQL prefers the newer one.
alter table deliveries add primary key (id);

create table delivery_attempts (
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  outcome text not null,
  status_code integer,
  error text,
  response_body text,
  primary key (delivery_id, number)
) partition by range (delivery_id);

create table deliveries_default partition of deliveries default;
create table delivery_attempts_default partition of delivery_attempts default;

-- Only pending deliveries: the row is deleted when the delivery ends, so that leasing does not slow down with
-- history.
create table delivery_queue (
  delivery_id uuid primary key,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  due_at timestamptz not null,
  -- Attempts of this round without lost ones; selects the retry delay.
  spent integer not null default 0,
  -- All attempts, earlier rounds and lost ones included; numbers the rows of delivery_attempts.
  tries integer not null default 0,
  lease_until timestamptz,
  lease_token uuid,
  constraint delivery_queue_lease_check check ((lease_until is null) = (lease_token is null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
        autovacuum_vacuum_cost_delay = 0);
create index delivery_queue_due on delivery_queue (subscription_id, due_at) where lease_token is null;
-- Only retries: first attempts are due at once.
create index delivery_queue_retries on delivery_queue (due_at) where lease_token is null and tries > 0;
create index delivery_queue_leases on delivery_queue (subscription_id, lease_until) where lease_token is not null;

-- Number of deliveries of a subscription by event and status, for totals of lists and to skip hours without matches.
-- Writers append to delivery_count_changes, a sweep folds, and readers sum both in one statement, so that totals are
-- always exact.
create table delivery_counts (
  merchant_id uuid not null,
  subscription_id uuid not null,
  -- Each delivery is counted in the hour of its id and in the day of its id: a total is the sum of a few days, and the
  -- hours tell which parts of a list have matches.
  block_hours integer not null check (block_hours in (1, 24)),
  block integer not null,
  event_name text not null,
  pending integer not null,
  delivered integer not null,
  failed integer not null,
  cancelled integer not null,
  primary key (merchant_id, subscription_id, block_hours, block, event_name)
) with (fillfactor = 70);

create table delivery_count_changes (
  merchant_id uuid not null,
  subscription_id uuid not null,
  hour integer not null,
  event_name text not null,
  pending integer not null,
  delivered integer not null,
  failed integer not null,
  cancelled integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
