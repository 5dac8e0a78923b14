-- Which rows the service sees while a shop moves. `service` is the role of the service, which owns no table.
create table moving (
  merchant_id uuid primary key,
  -- False at the source: everything is seen, and no delivery is leased any more.
  hidden boolean not null,
  since timestamptz not null default clock_timestamp()
);
grant select on moving to :"service";

-- The tables of a shop. What is not copied is made again at the target, from rows that are.
create view moved_tables as
  select pg_class.oid::regclass as name,
         relname not in ('listings', 'listing_texts') as copied,
         exists (select from pg_index where indrelid = pg_class.oid and indisprimary
                    and attnum = any (indkey::smallint[])) as has_merchant_in_key
    from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'merchant_id' and not attisdropped
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname not in ('moving', 'sessions', 'sign_in_challenges');

-- A table at a time, each locked for a moment. If one cannot be locked within 300 ms, run this statement again.
set lock_timeout = '300ms';
do $$
  declare
    moved regclass;
    visible text := 'merchant_id <> all (array(select merchant_id from moving where hidden))';
  begin
    for moved in select name from moved_tables where copied
       and not exists (select from pg_policy where polrelid = name and polname = 'moving')
    loop
      execute format('create policy moving on %s using (%s)', moved, visible);
      execute format('alter table %s enable row level security', moved);
      commit;
    end loop;
  end $$;

-- A delivery of the shop that nobody has leased cannot be leased; the outcome of one that is leased is written.
create policy moving_leases on delivery_queue as restrictive for update
  using (lease_token is not null or merchant_id <> all (array(select merchant_id from moving))) with check (true);
