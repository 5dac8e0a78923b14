-- The user whose account or order an event shows, as `emit` says it; null for other events. Events of the days that
-- have partitions now keep being found by the indexes on their bodies, until those days are dropped.
alter table events add column user_id uuid;
-- The first event of the days that come later: their partitions have an index by user.
alter table event_numbering add column users_from uuid not null default '00000000-0000-0000-0000-000000000000';

do $$
declare
  last_day text := (select max(right(inhrelid::regclass::text, 8)) from pg_inherits
                     where inhparent = 'events'::regclass and inhrelid::regclass::text ~ '_\d{8}$');
begin
  if last_day is not null then
    update event_numbering set users_from = uuid_at((last_day::date + 1)::timestamp at time zone 'UTC');
  end if;
end $$;

-- The release before does not say it, whether it runs beside this one or after it; nor does a shop that moves here from
-- there, by logical replication: so always.
create function read_event_user() returns trigger language plpgsql set search_path from current as $$
begin
  new.user_id := coalesce(event_user(new.body), event_order_user(new.body)::uuid);
  return new;
end $$;
create trigger events_user before insert on events
  for each row when (new.user_id is null and not new.is_test and (new.name like 'order.%' or new.name like 'user.%'))
  execute function read_event_user();
alter table events enable always trigger events_user;
