-- What began before the pause might still lease. Leases are looked at after that, in a statement of its own.
select set_config('moving.ended', (clock_timestamp() > since + interval '1 second' and not exists (
         select from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
            and xact_start < since + interval '1 second'))::text, false)
  from moving where merchant_id = :'merchant';
select current_setting('moving.ended')::boolean and not exists (
  select from delivery_queue where merchant_id = :'merchant' and lease_until > clock_timestamp()) as done;
