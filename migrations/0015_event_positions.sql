-- The order of the event log is part of its data: each event gets a position after its commit (docs/decisions/0021).

-- Null: not numbered yet. number_events (repeatable/50_events.sql) sets it once.
alter table events add column position bigint;

-- Events to be numbered. An event leaves this index when it is numbered.
create index events_unnumbered on events (merchant_id, transaction_id, id) where position is null and not is_test;

create index events_of_log on events (merchant_id, position) where position is not null;

-- The end of each merchant's log. Whoever numbers its events locks the row.
create table event_log_heads (
  merchant_id uuid primary key,
  last_position bigint not null,
  -- Unnumbered events with ids up to this one may be older than positions: they come first. Null: none is left.
  earlier_until uuid
) with (fillfactor = 50);

insert into event_log_heads (merchant_id, last_position, earlier_until)
select merchants.id, 0, newest.id from merchants, (select id from events order by id desc limit 1) newest;

-- Counts of the event log, in segments of 500 events of one merchant and day. number_events keeps them.
create table event_segments (
  merchant_id uuid not null,
  -- Day of the ids (days since 1970, UTC): a segment is deleted with the partition of its events.
  day integer not null,
  -- First and last position, inclusive, and the lowest and highest id of their events.
  first_position bigint not null,
  last_position bigint not null,
  low uuid not null,
  high uuid not null,
  total integer not null,
  -- Count by event name.
  totals jsonb not null,
  primary key (merchant_id, day, first_position)
) with (fillfactor = 70);

-- Where to look for unnumbered events: those of earlier transactions of this cluster are all numbered. It only saves
-- reading dead index entries. Transaction ids mean nothing in another cluster, so there it does not count.
create table event_numbering (
  only_row boolean primary key default true check (only_row),
  -- system_identifier of the cluster.
  cluster bigint not null,
  numbered_until xid8 not null
);
insert into event_numbering (cluster, numbered_until) values (0, '0');

-- event_stretches, event_log_mark, events_of_merchant and events_of_transaction serve the release before this one. A
-- later migration drops them.
