select set_config('moving.merchant', :'merchant', false);
do $$
  begin
    while (select numbered from number_events(current_setting('moving.merchant')::uuid)) > 0 loop commit; end loop;
  end $$;
select pg_current_wal_lsn() as position;
