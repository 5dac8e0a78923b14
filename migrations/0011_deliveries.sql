-- The deliveries that each event owes to the subscriptions that were active when it was committed.

create table deliveries (
  id uuid not null,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  event_name text not null,
  -- `delivering` is what a pending one is called while its queue row is leased.
  status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  -- Attempts that counted; a lost one does not.
  attempts integer not null default 0,
  last_status_code integer,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) partition by range (id);
create index deliveries_of_subscription on deliveries (merchant_id, subscription_id, id);
-- Made last: of two indexes that seem equally good, which on an empty partition these two do, PostgreSQL takes the
-- younger.
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

-- What is still to be sent, and nothing else: a row leaves when its delivery ends, so claims stay quick whatever the
-- history.
create table delivery_queue (
  delivery_id uuid primary key,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  due_at timestamptz not null,
  -- Attempts that counted in this round: what the retry delays are chosen by.
  spent integer not null default 0,
  -- Attempts made at all, those of earlier rounds and lost ones too: they number the rows of delivery_attempts.
  tries integer not null default 0,
  lease_until timestamptz,
  lease_token uuid,
  constraint delivery_queue_lease_check check ((lease_until is null) = (lease_token is null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
        autovacuum_vacuum_cost_delay = 0);
create index delivery_queue_due on delivery_queue (subscription_id, due_at) where lease_token is null;
-- What waits for a retry. The others are due from the beginning, and nobody has to know when.
create index delivery_queue_retries on delivery_queue (due_at) where lease_token is null and tries > 0;
create index delivery_queue_leases on delivery_queue (subscription_id, lease_until) where lease_token is not null;

-- How many deliveries a subscription has, by event and status: what the list's totals are, and where it need not look.
-- As with other figures whoever writes deliveries appends what changed, and a sweep folds that into the counts; a
-- reader adds up both in one statement, so its sums are exact at every moment.
create table delivery_counts (
  merchant_id uuid not null,
  subscription_id uuid not null,
  -- Each delivery counts in the hour its id names, and in that day: totals are a few days, and the hours say in which
  -- part of the list a filter finds anything.
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
