-- A row filter needs the column in the replica identity, partitions included. Partitions are made a week ahead and new
-- ones lack it: a move takes less than a week.
set lock_timeout = '300ms';
do $$
  declare part regclass;
  begin
    for part in select oid from moved_tables
       join pg_class on oid = name or oid in (select inhrelid from pg_inherits where inhparent = name)
       where copied and not has_merchant_in_key and relreplident <> 'f'
    loop
      execute format('alter table %s replica identity full', part);
      commit;
    end loop;
  end $$;

select set_config('moving.merchant', :'merchant', false);
do $$
  begin
    execute (
      select 'create publication shop for table '
             || string_agg(format('%s where (merchant_id = %L)', name, current_setting('moving.merchant')), ', ')
             || ' with (publish_via_partition_root = true)'
        from moved_tables where copied);
  end $$;

-- Accounts are of no shop. Published once for all moves, and for as long as accounts are changed here.
create publication identity for table merchants, users, former_emails, pending_emails, mail_tokens, two_factors,
  recovery_codes, sessions, refresh_tokens, sign_in_challenges, idempotency_keys;
