-- Ids that contain their time, the partitions of a day, and the order of the event log.

-- The lowest UUIDv7 of a moment: partitions by day are ranges of ids.
create or replace function uuid_at(moment timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The moment in a UUIDv7, in hours since 1970 (UTC).
create or replace function uuid_hour(id uuid) returns integer
  language sql immutable strict parallel safe
  return (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 3600000)::integer;

-- The id of a delivery is derived from its event and subscription, and begins like the event's id. So a pair has one
-- delivery only, deliveries sort as their events, and the id alone tells the partition.
create or replace function delivery_id(event_id uuid, subscription_id uuid) returns uuid
  language sql immutable strict parallel safe
  return (left(event_id::text, 24) || left(md5(event_id::text || subscription_id::text), 12))::uuid;

-- The user that a user.* event is about, else null; read from the beginning of the body as presentUser writes it. Only
-- of events of releases before `events.user_id`, and in the indexes of their days.
create or replace function event_user(body bytea) returns uuid
  language sql immutable strict parallel safe
  return substring(encode(substr(body, 1, 300), 'escape') from '"data":\{"user":\{"id":"([0-9a-f-]{36})"')::uuid;

-- The same of an order.* event, read as presentOrder writes it: no text typed by people stands before it. Without a
-- pattern: 1 µs, where event_user takes 90. In PL/pgSQL: a statement that writes events would parse and plan the text
-- of an SQL function again, for the index of the day.
create or replace function event_order_user(body bytea) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  start constant integer := position('"user_id":"'::bytea in substr(body, 1, 400));
begin
  if start = 0 then return null; end if;
  return encode(substr(body, start + 11, 36), 'escape');
end $$;

drop function if exists index_event_users(text);

-- Makes the partitions of a day (UTC), and moves rows of that day there from the default partition. Attaching takes no
-- lock that conflicts with readers or writers of other days; it locks the default partition, which is empty, for a
-- moment.
create or replace function create_day_partitions(day date) returns void
  language plpgsql set search_path from current as $$
declare
  parent text;
  key text;
  part text;
  low uuid := uuid_at(day::timestamp at time zone 'UTC');
  high uuid := uuid_at((day + 1)::timestamp at time zone 'UTC');
begin
  foreach parent in array array['events', 'deliveries', 'delivery_attempts'] loop
    part := parent || '_' || to_char(day, 'YYYYMMDD');
    key := case parent when 'delivery_attempts' then 'delivery_id' else 'id' end;
    if to_regclass(part) is not null then continue; end if;
    -- A delivery changes when it ends. Free space on its page makes that a HOT update: no index entry is written again.
    execute format('create table %I (like %I including all)%s', part, parent,
      case parent when 'deliveries' then ' with (fillfactor = 60)' else '' end);
    -- Finds the events of one user when the account is erased.
    if parent = 'events' then
      execute format('create index %I on %I (user_id) where user_id is not null', part || '_of_user', part);
    end if;
    execute format('alter table %I add check (%I >= %L and %I < %L)', part, key, low, key, high);
    execute format('lock table %I in access exclusive mode', parent || '_default');
    execute format(
      'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
      parent || '_default', key, low, key, high, part);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, low, high);
    execute format('alter table %I drop constraint %I', part, part || '_' || key || '_check');
  end loop;
end $$;

-- Drops the partitions of earlier days, oldest first. Returns the number of days.
create or replace function drop_partitions_before(day date) returns integer
  language plpgsql set search_path from current as $$
declare
  part text;
  days integer := 0;
begin
  for part in
    select name from pg_inherits cross join lateral (select inhrelid::regclass::text as name) child
     where inhparent in ('events'::regclass, 'deliveries'::regclass, 'delivery_attempts'::regclass)
       and name ~ '_\d{8}$' and right(name, 8) < to_char(day, 'YYYYMMDD')
     order by right(name, 8), name
  loop
    execute format('drop table %I', part);
    days := days + (part like 'events%')::integer;
  end loop;
  return days;
end $$;

-- The transaction id below which all events are numbered.
create or replace function unnumbered_from() returns xid8 language sql stable as $$
  select coalesce(
    (select numbered_until from event_numbering
      where cluster = (select system_identifier from pg_control_system())), '0')
$$;

-- Gives positions to up to 1,000 committed, unnumbered events of a merchant. Returns their number, and the last
-- position of the log.
--
-- One transaction at a time numbers events after their commit, and each position is above all earlier ones. So no event
-- can appear before a position that a reader has seen. If an asynchronous failover lost the last positions, the clock
-- keeps new ones above them.
--
-- With `mails`, queues the mails that the events cause (order-mails.sql). Skips events with an id below `earliest`, so
-- that earlier days are not read.
--
-- Settings: statistics always show few unnumbered events, so the planner takes reading and sorting all of them for
-- cheap.
create or replace function number_events(
  merchant uuid, mails boolean, earliest uuid, out numbered integer, out log_end bigint)
  language plpgsql set search_path from current
  set enable_sort = off set enable_bitmapscan = off as $$
declare
  since xid8 := unnumbered_from();
  ids uuid[];
  positions bigint[];
  start bigint;
begin
  perform from events
    where merchant_id = merchant and position is null and not is_test and transaction_id >= since
     and id >= earliest limit 1;
  if not found then
    numbered := 0;
    log_end := (select last_position from event_log_heads where merchant_id = merchant);
    return;
  end if;
  loop
    select last_position into log_end from event_log_heads where merchant_id = merchant for update;
    exit when found;
    insert into event_log_heads (merchant_id, last_position) values (merchant, 0) on conflict do nothing;
  end loop;
  start := greatest(log_end, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  -- A statement after the lock: it sees the numbers of the previous holder. Transactions that this cluster has not
  -- begun come from a restored database: their events come first.
  select array_agg(id order by id), array_agg(place order by id) into ids, positions
    from (select id, start + row_number() over (order by is_here, transaction_id, id) as place
            from ((select id, transaction_id, false as is_here from events
                    where merchant_id = merchant and position is null and not is_test
                      and id >= earliest and transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
                    order by transaction_id, id limit 1000)
                  union all
                  (select id, transaction_id, true from events
                    where merchant_id = merchant and position is null and not is_test
                      and id >= earliest and transaction_id >= since
                      and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
                    order by transaction_id, id limit 1000)
                  order by is_here, transaction_id, id limit 1000) next) placed;
  numbered := coalesce(cardinality(ids), 0);
  if numbered > 0 then
    -- The range selects the partitions. merchant_id is hidden from the planner, which would otherwise choose another
    -- index on an empty partition.
    update events set position = positions[width_bucket(id, ids)]
     where id = any (ids) and id >= ids[1] and id <= ids[cardinality(ids)] and (merchant_id = merchant) is true;
    if mails then perform queue_order_mails(merchant, ids); end if;
    log_end := start + numbered;
    update event_log_heads set last_position = log_end where merchant_id = merchant;
  end if;
end $$;

select create_day_partitions((now() at time zone 'UTC')::date + ahead) from generate_series(-1, 7) ahead;
