select bool_and(confirmed_flush_lsn >= :'position') as done
  from pg_replication_slots where slot_name in ('shop', 'identity');
