select set_config('moving.merchant', :'merchant', false);
do $$
  begin
    while (select numbered from number_events(current_setting('moving.merchant')::uuid, true,
                                              '00000000-0000-0000-0000-000000000000')) > 0 loop commit; end loop;
  end $$;
select pg_current_wal_lsn() as position;
