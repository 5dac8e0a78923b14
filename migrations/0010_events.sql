-- The outbox: events, partitioned by day, and counts of them.

create table events (
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  -- The exact bytes that every attempt signs and sends.
  body bytea not null,
  -- From POST /admin/webhooks/{id}/test: delivered, but not part of the event log.
  is_test boolean not null default false,
  -- The log is read in the order of transactions, and only below the oldest one that is running. Ids are assigned
  -- before the commit: a reader that went by ids would miss events that commit late.
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  primary key (id)
) partition by range (id);
-- Without the id: for a partition that is empty when a statement is planned, this index would look as cheap as the
-- primary key for a look-up by id, and the plan would stay while the partition fills.
create index events_of_merchant on events (merchant_id, transaction_id);

-- Events of all merchants since event_log_mark.
create index events_of_transaction on events (transaction_id);

-- Only receives rows of days without a partition, which should not happen.
create table events_default partition of events default;

-- Counts of the event log. A sweep counts events once no running transaction can add to them, in stretches of
-- consecutive transactions; writers of events do nothing for it.
create table event_stretches (
  merchant_id uuid not null,
  -- Day of the ids (days since 1970, UTC): a stretch is deleted with the partition of its events.
  day integer not null,
  -- First and last transaction, inclusive, and the lowest and highest id of their events.
  first_transaction xid8 not null,
  last_transaction xid8 not null,
  low uuid not null,
  high uuid not null,
  total integer not null,
  -- Count by event name.
  totals jsonb not null,
  primary key (merchant_id, day, first_transaction)
) with (fillfactor = 70);

-- Watermark, exclusive: events of earlier transactions are in event_stretches.
create table event_log_mark (counted_until xid8 not null);
insert into event_log_mark (counted_until) values ('0');
