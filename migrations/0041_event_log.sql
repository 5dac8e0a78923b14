-- The log of events below its end never changes: what lies there is counted once, stretch by stretch, by a sweep. Whoever
-- writes events does nothing for it.

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

-- What is new since the mark, whoever it belongs to.
create index events_of_transaction on events (transaction_id);
