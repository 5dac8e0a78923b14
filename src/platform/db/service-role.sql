-- Rights of the role that the service connects as, if another owns the schema (DATABASE_OWNER_URL, and always in the
-- embedded database). Called after migrations. Partitions are reached through their parents and need no rights.
create or replace function grant_service_rights(service name) returns void
  language plpgsql set search_path from current as $$
declare
  place name := current_schema();
  part regclass;
  routine regprocedure;
begin
  execute format('grant usage on schema %I to %I', place, service);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, service);
  execute format('grant usage on all sequences in schema %I to %I', place, service);
  -- Folding rollups vacuums. Before version 17 only the owner may; autovacuum does it later.
  if current_setting('server_version_num')::integer >= 170000 then
    execute format('grant maintain on all tables in schema %I to %I', place, service);
  end if;
  execute format('revoke insert, update, delete on schema_migrations from %I', service);
  for part in select oid::regclass from pg_class
    where relnamespace = place::regnamespace and relname ~ '^(audit_entries(_|$)|invoices$|invoice_files$)'
      and relkind in ('r', 'p')
  loop
    execute format('revoke update, delete on %s from %I', part, service);
  end loop;
  execute format('revoke update, delete on stored_value_entries from %I', service);
  -- Only the owner may make and drop partitions and, before version 17, analyze. These functions take a date at most.
  for routine in select oid::regprocedure from pg_proc
    where pronamespace = place::regnamespace
      and (proname ~ '^(create|drop)_(\w+_)?partitions?(_before)?$' or proname = 'analyze_grown_tables')
  loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', routine, place);
    execute format('revoke execute on function %s from public', routine);
    execute format('grant execute on function %s to %I', routine, service);
  end loop;
end $$;
