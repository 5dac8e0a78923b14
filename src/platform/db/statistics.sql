-- Sets the statistics of the tables that have grown to more than twice their size since PostgreSQL last looked at them.
-- Autovacuum does it within minutes; until then statements would be planned for the tables of that moment, such as the
-- empty ones of a new shop. Where most rows were dead, such as those of a dry run, any size counts. It waits for
-- nobody, and costs little when nothing has grown.
create or replace function analyze_grown_tables() returns void
  language plpgsql set search_path from current as $$
declare
  smallest constant int := 8; -- pages that a statement may read in vain
  page_size constant int := current_setting('block_size');
  grown regclass;
begin
  for grown in
    select oid from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and pg_relation_size(oid) > page_size * (smallest + 2 * least(relpages, greatest(reltuples, 0)))
     order by oid
  loop
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end $$;
