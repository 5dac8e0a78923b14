-- The outbox: events, partitioned by day, and counts of them.

create table events (
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  -- The exact bytes that are sent and signed, at every attempt.
  body bytea not null,
  -- Made by POST /admin/webhooks/{id}/test: delivered, but nothing that happened.
  is_test boolean not null default false,
  -- The log is read in the order of transactions, and only below the oldest that still runs: ids are made before the
  -- commit, so a reader who followed ids would pass over what commits late.
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  primary key (id)
) partition by range (id);
-- Without the id: on a partition that is empty when a statement is planned, looking an event up by its id here would
-- seem as good as in the primary key, and that plan would be kept as the day fills.
create index events_of_merchant on events (merchant_id, transaction_id);

-- What is new since the mark, whoever it belongs to.
create index events_of_transaction on events (transaction_id);

-- A safety net: rows land here only if no partition was made for their day.
create table events_default partition of events default;

-- The log of events below its end never changes: what lies there is counted once, stretch by stretch, by a sweep.
-- Whoever writes events does nothing for it.
create table event_stretches (
  merchant_id uuid not null,
  -- Of the ids (days since 1970, UTC): a stretch goes with the partition its events are in.
  day integer not null,
  -- Whole transactions, first and last, and the lowest and highest id among their events.
  first_transaction xid8 not null,
  last_transaction xid8 not null,
  low uuid not null,
  high uuid not null,
  total integer not null,
  -- By the name of the event.
  totals jsonb not null,
  primary key (merchant_id, day, first_transaction)
) with (fillfactor = 70);

-- Up to there, and without it, events are in stretches.
create table event_log_mark (counted_until xid8 not null);
insert into event_log_mark (counted_until) values ('0');
