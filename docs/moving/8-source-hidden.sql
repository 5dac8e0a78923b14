-- What began before might still write; the second is for the commit of the step before.
select clock_timestamp() > since + interval '1 second' and not exists (
         select from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
            and xact_start < since + interval '1 second') as done
  from moving where merchant_id = :'merchant';
