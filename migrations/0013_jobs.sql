-- Background jobs: work queued by a business transaction and done after it, with retries.
create table jobs (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  -- Of jobs with the same key only the newest is kept.
  key text unique,
  attempts integer not null default 0,
  max_attempts integer not null,
  -- The next attempt; while an attempt runs, the end of its lease.
  due_at timestamptz not null default now()
);
create index jobs_due on jobs (due_at) where attempts < max_attempts;

-- Earlier releases queued jobs in the schema of graphile-worker. The jobs there are moved. A process of an earlier
-- release that still runs may queue more: a trigger redirects them. The lock that CREATE TRIGGER takes waits for
-- transactions that have queued a job and not committed yet, so the move includes their jobs. A job that runs at this
-- moment is moved as well and may run twice, as any job may. The schema can be dropped once no process of an earlier
-- release runs.
do $migration$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  create function graphile_worker.redirect_job() returns trigger language plpgsql as $function$
  begin
    insert into public.jobs as job (id, name, payload, key, max_attempts, due_at)
    select gen_random_uuid(), task.identifier, new.payload, new.key, new.max_attempts, new.run_at
      from graphile_worker._private_tasks task where task.id = new.task_id
    on conflict (key) do update set
      id = excluded.id, name = excluded.name, payload = excluded.payload, attempts = 0,
      max_attempts = excluded.max_attempts, due_at = excluded.due_at;
    return null;
  end $function$;
  create trigger redirect_job before insert on graphile_worker._private_jobs
    for each row execute function graphile_worker.redirect_job();
  with moved as (
    delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
     where task.id = job.task_id
    returning task.identifier, job.payload, job.key, job.attempts, job.max_attempts, job.run_at, job.locked_at
  )
  insert into jobs (id, name, payload, key, attempts, max_attempts, due_at)
  select gen_random_uuid(), identifier, payload, key,
         -- An attempt that was cut off does not use up the last one.
         case when locked_at is null then attempts else least(attempts, max_attempts - 1) end,
         max_attempts, case when locked_at is null then run_at else now() end
    from moved;
end $migration$;
