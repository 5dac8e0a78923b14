-- What only releases before 0.1.0 used, or processes of 0.1.0 while one of those ran beside them.

-- Counts of the event log from before events had positions.
drop table event_stretches;
drop table event_log_mark;
alter table event_log_heads drop column earlier_until;

-- A shop searches its customers in `customers`.
drop index users_search;
drop function user_search_text(text, text);

drop function if exists claim_deliveries(
  uuid, uuid[], integer, integer, integer, integer, integer, integer, timestamptz, uuid);
drop function if exists insert_payment(uuid, uuid, uuid, text, text, text, bigint, text, text, uuid, float8);
drop function if exists number_events(uuid);
drop function if exists number_events(uuid, boolean);

-- The queue of jobs before `jobs`.
do $$ begin
  if to_regproc('graphile_worker.redirect_job') is not null then
    drop schema graphile_worker cascade;
  end if;
end $$;
