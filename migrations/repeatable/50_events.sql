-- Ids that say their moment, and the partitions of a day.

-- The lowest UUIDv7 of a moment: partitions by day are ranges of ids.
create or replace function uuid_at(moment timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The moment in a UUIDv7, in hours since 1970 (UTC).
create or replace function uuid_hour(id uuid) returns integer
  language sql immutable strict parallel safe
  return (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 3600000)::integer;

-- A delivery's id follows from its event and subscription: it begins as the event's does, so one pair can have one
-- delivery only, deliveries are in the order of their events, and the id alone says in which partition it lies.
create or replace function delivery_id(event_id uuid, subscription_id uuid) returns uuid
  language sql immutable strict parallel safe
  return (left(event_id::text, 24) || left(md5(event_id::text || subscription_id::text), 12))::uuid;

-- Makes the partitions of a day (UTC), with whatever the safety net caught of it. Attaching takes no lock that
-- readers or writers of other days would meet; the net itself, which is empty, is locked for a moment.
create or replace function create_day_partitions(day date) returns void language plpgsql as $$
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
    continue when to_regclass(part) is not null;
    -- A delivery is changed when it ends. With room beside it none of its index entries is written again for that.
    execute format('create table %I (like %I including all)%s', part, parent,
      case parent when 'deliveries' then ' with (fillfactor = 60)' else '' end);
    execute format('alter table %I add check (%I >= %L and %I < %L)', part, key, low, key, high);
    execute format('lock table %I in access exclusive mode', parent || '_default');
    execute format(
      'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
      parent || '_default', key, low, key, high, part);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, low, high);
    execute format('alter table %I drop constraint %I', part, part || '_' || key || '_check');
  end loop;
end $$;

-- Drops the partitions of days before that one, oldest first. Answers how many days.
create or replace function drop_partitions_before(day date) returns integer language plpgsql as $$
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

select create_day_partitions((now() at time zone 'UTC')::date + ahead) from generate_series(-1, 7) ahead;
