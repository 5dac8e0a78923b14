-- The audit log: what was done at a shop on purpose, by whom. Rows are inserted and never changed; what holds that, and
-- the partitions by month, is in repeatable/80_audit.sql.

create table audit_entries (
  merchant_id uuid not null,
  -- In milliseconds, as in the cursors of the list.
  at timestamptz not null,
  id uuid not null,
  -- Ids only: e-mail addresses and names are read from where they can be erased.
  actor_type text not null check (actor_type in ('user', 'api_key', 'system')),
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  -- {field: [before, after]}
  changes jsonb not null,
  ip text,
  request_id text,
  primary key (merchant_id, at, id)
) partition by range (at);
create index audit_entries_of_action on audit_entries (merchant_id, action, at, id);
create index audit_entries_of_target on audit_entries (merchant_id, target_id, at, id);
-- The actor first: a user asks for their own of all shops.
create index audit_entries_of_actor on audit_entries (actor_id, merchant_id, at, id);
-- For both filters: either index alone would read all that the other one leaves out.
create index audit_entries_of_actor_and_action on audit_entries (merchant_id, actor_id, action, at, id);

-- Only receives rows of months without a partition, which should not happen.
create table audit_entries_default partition of audit_entries default;

-- Number of entries, for the totals of the list. Writers append, a sweep folds, readers add both.
create table audit_counts (
  merchant_id uuid not null,
  hour timestamptz not null,
  actor_id uuid,
  action text not null,
  entries integer not null,
  constraint audit_counts_key unique nulls not distinct (merchant_id, hour, actor_id, action)
) with (fillfactor = 70);

create table audit_count_changes (
  merchant_id uuid not null,
  hour timestamptz not null,
  actor_id uuid,
  action text not null,
  entries integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
