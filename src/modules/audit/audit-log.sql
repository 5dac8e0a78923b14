-- The audit log takes inserts only, in partitions by month (UTC).

create or replace function refuse_audit_change() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'the audit log takes inserts only' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_entries_inserts_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();

-- Fires when the table is truncated; each partition has a trigger of its own.
create or replace trigger audit_entries_not_truncated before truncate on audit_entries
  for each statement execute function refuse_audit_change();
create or replace trigger audit_entries_not_truncated before truncate on audit_entries_default
  for each statement execute function refuse_audit_change();

-- Makes the partition of a month. Attaching takes no lock that conflicts with readers or writers of other months; it
-- locks the default partition, which is empty, for a moment. Rows in the default partition are inserted again, because
-- none can be deleted.
create or replace function create_audit_partition(month date) returns void
  language plpgsql set search_path from current as $$
declare
  part text := 'audit_entries_' || to_char(month, 'YYYYMM');
  low timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  high timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
  caught boolean;
begin
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like audit_entries including all)', part);
  execute format('alter table %I add check (at >= %L and at < %L)', part, low, high);
  lock table audit_entries_default in access exclusive mode;
  caught := exists (select from audit_entries_default where at >= low and at < high);
  if caught then
    alter table audit_entries detach partition audit_entries_default;
    alter table audit_entries_default rename to audit_entries_caught;
    create table audit_entries_default partition of audit_entries default;
    create trigger audit_entries_not_truncated before truncate on audit_entries_default
      for each statement execute function refuse_audit_change();
  end if;
  execute format('alter table audit_entries attach partition %I for values from (%L) to (%L)', part, low, high);
  execute format('alter table %I drop constraint %I', part, part || '_at_check');
  execute format('create trigger audit_entries_not_truncated before truncate on %I
                    for each statement execute function refuse_audit_change()', part);
  if caught then
    insert into audit_entries select * from audit_entries_caught;
    drop table audit_entries_caught;
  end if;
end $$;

-- Drops the partitions of months that ended before that day, oldest first. Returns the first month that is kept.
create or replace function drop_audit_partitions_before(day date) returns date
  language plpgsql set search_path from current as $$
declare
  part text;
begin
  for part in
    select name from pg_inherits cross join lateral (select inhrelid::regclass::text as name) child
     where inhparent = 'audit_entries'::regclass
       and name ~ '_\d{6}$' and right(name, 6) < to_char(day, 'YYYYMM')
     order by name
  loop
    execute format('drop table %I', part);
  end loop;
  return date_trunc('month', day::timestamp)::date;
end $$;

select create_audit_partition((date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date)
  from generate_series(0, 3) ahead;
