-- When no shop moves any more.
set lock_timeout = '300ms';
drop policy moving_leases on delivery_queue;
do $$
  declare tidied record;
  begin
    for tidied in select polrelid::regclass as name from pg_policy where polname = 'moving' loop
      execute format('alter table %s disable row level security', tidied.name);
      execute format('drop policy moving on %s', tidied.name);
      commit;
    end loop;
    for tidied in select oid::regclass as name from moved_tables
       join pg_class on oid = name or oid in (select inhrelid from pg_inherits where inhparent = name)
       where relreplident = 'f'
    loop
      execute format('alter table %s replica identity default', tidied.name);
      commit;
    end loop;
  end $$;
drop view moved_tables;
drop table moving;
