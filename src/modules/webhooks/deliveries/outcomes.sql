-- Writes outcomes of attempts and takes back lost deliveries.

-- Each of these functions locks rows in one statement, and reads or changes the partitioned table in the next. After a
-- wait for a lock PostgreSQL 18.4 evaluates the row again with the plan of the same statement, and prunes partitions
-- with freed memory: it changes no row, or crashes with all sessions.

-- Writes outcomes of attempts, all in one transaction, rows locked in the order of their ids. An outcome with an
-- outdated lease token is dropped: another worker has the delivery. Returns the ids of the written ones, or null if all
-- were written, which is nearly always. The plan is fixed, as that of a lease: the same few look-ups at any size of the
-- tables.
create or replace function record_outcomes(
  delivery_ids uuid[], tokens uuid[], statuses text[], counts boolean[], retries_in_ms double precision[], kinds text[],
  started_ms_ago double precision[], durations_ms integer[], status_codes integer[], errors text[],
  response_bodies text[]
) returns uuid[]
language plpgsql set search_path from current
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  written uuid[];
begin
  -- After a wait the next statement sees the current rows, and finds them by ctid.
  perform from delivery_queue queue
    where queue.delivery_id = any (delivery_ids) order by queue.delivery_id for update;
  -- In order, so that two writers cannot wait for each other.
  perform from failing_receivers failing
    where failing.subscription_id in (
      select queue.subscription_id from delivery_queue queue where queue.delivery_id = any (delivery_ids))
    order by failing.subscription_id for update of failing;
  with outcome as materialized (
    select * from unnest(delivery_ids, tokens, statuses, counts, retries_in_ms, kinds, started_ms_ago, durations_ms,
                         status_codes, errors, response_bodies)
      as row (id, token, status, counted, retry_in_ms, kind, ms_ago, duration_ms, status_code, error, response_body)
  ), held as materialized (
    select outcome.*, queue.merchant_id, queue.subscription_id, queue.tries + 1 as number, queue.ctid as place
      from outcome join delivery_queue queue on queue.delivery_id = outcome.id and queue.lease_token = outcome.token
  ), ended as (
    delete from delivery_queue queue using held where queue.ctid = held.place and held.status <> 'pending'
  ), waiting as (
    update delivery_queue queue
       set lease_token = null, lease_until = null, begun = true, tries = held.number,
           spent = queue.spent + held.counted::integer,
           due_at = clock_timestamp() + make_interval(secs => held.retry_in_ms / 1000)
      from held where queue.ctid = held.place and held.status = 'pending'
  ), tried as (
    insert into delivery_attempts
      (delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body)
    select held.id, held.number, clock_timestamp() - make_interval(secs => held.ms_ago / 1000), held.duration_ms,
           held.kind, held.status_code, held.error, held.response_body
      from held
  ), known as (
    update deliveries delivery
       set status = held.status, attempts = delivery.attempts + held.counted::integer,
           last_status_code = held.status_code, last_error = held.error, updated_at = now()
      from held where delivery.id = held.id
  ), receiver as materialized (
    select held.subscription_id, held.merchant_id,
           count(*) filter (where held.status = 'delivered')::integer as answers,
           count(*) filter (where held.status <> 'delivered')::integer as failures,
           bool_and(held.duration_ms > 1000) filter (where held.status <> 'delivered') as slow
      from held where held.counted group by 1, 2
  ), limited as materialized (
    -- Additive increase, multiplicative decrease: one more for each answer, half for failures written together.
    select receiver.*, coalesce(failing.consecutive_failures, 0) as failed_before,
           least(10, greatest(2, coalesce(failing.cap, 10) / case when failures > 0 then 2 else 1 end) + answers) as cap
      from receiver left join failing_receivers failing on failing.subscription_id = receiver.subscription_id
     where receiver.failures > 0 or failing.subscription_id is not null
  ), recovered as (
    delete from failing_receivers failing using limited
     where failing.subscription_id = limited.subscription_id and limited.cap = 10
  ), failed as (
    insert into failing_receivers as failing
      (subscription_id, merchant_id, consecutive_failures, failing_since, last_failed_at, cap, slow)
    select limited.subscription_id, limited.merchant_id,
           case when answers > 0 then 0 else least(failed_before + failures, 1000000) end, now(), now(), limited.cap,
           answers = 0 and limited.slow
      from limited where limited.cap < 10
     order by limited.subscription_id
    on conflict (subscription_id) do update
       set consecutive_failures = excluded.consecutive_failures, cap = excluded.cap, slow = excluded.slow,
           last_failed_at = now(),
           -- Since its last answer.
           failing_since = case when failing.consecutive_failures = 0 or excluded.consecutive_failures = 0
                                then now() else failing.failing_since end
  )
  select coalesce(array_agg(held.id), '{}') into written from held;
  return case when cardinality(written) < cardinality(delivery_ids) then written end;
end $$;

-- Takes back deliveries with an expired lease: their worker died, or was suspended for too long. The receiver may or
-- may not have seen the attempt. So it is recorded as `lost` and spends no retry, and the delivery is due at once.
-- Returns how many. With `recent` only leases that expired within the last minute, which skips dead index entries.
--
-- A delivery may crash its workers. After each further loss it waits longer, with jitter, so that the deliveries in
-- flight beside it are sent without it. After `most_lost` losses in a row it fails. "In a row" counts since the last
-- outcome.
create or replace function reclaim_expired(lease_ms integer, at_most integer, most_lost integer, recent boolean)
returns integer
language plpgsql set search_path from current
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  earliest timestamptz := case when recent then now() - interval '1 minute' else '-infinity' end;
  lease interval := make_interval(secs => lease_ms / 1000.0);
  reclaimed integer;
  delivery_ids uuid[];
begin
  select array_agg(found.delivery_id) into delivery_ids from (
    select queue.delivery_id from delivery_queue queue
     where queue.lease_token is not null and queue.lease_until >= earliest and queue.lease_until < now()
     limit at_most for update skip locked) found;
  if delivery_ids is null then
    return 0;
  end if;
  with expired as materialized (
    select queue.delivery_id, queue.lease_until, queue.tries + 1 as number from delivery_queue queue
     where queue.delivery_id = any (delivery_ids)
  ), counted as materialized (
    select expired.*, 1 + before.lost as losses
      from expired join deliveries delivery on delivery.id = expired.delivery_id
     cross join lateral (
       select count(*)::integer as lost from delivery_attempts attempt
        where attempt.delivery_id = expired.delivery_id and attempt.number > expired.number - most_lost
          and attempt.outcome = 'lost' and attempt.started_at >= delivery.updated_at
     ) before
  ), freed as (
    update delivery_queue queue
       set lease_token = null, lease_until = null, begun = true, tries = counted.number,
           due_at = clock_timestamp() + case when counted.losses = 1 then interval '0'
                                 else random() * lease * least(6, 0.5 * 2 ^ (counted.losses - 2)) end
      from counted where queue.delivery_id = counted.delivery_id and counted.losses < most_lost
  ), given_up as (
    delete from delivery_queue queue using counted
     where queue.delivery_id = counted.delivery_id and counted.losses >= most_lost
    returning queue.delivery_id
  ), known as (
    update deliveries delivery
       set status = 'failed', last_status_code = null, last_error = 'lost too often: its workers ended each time',
           updated_at = now()
      from given_up where delivery.id = given_up.delivery_id
  ), tried as (
    insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome, error)
    select counted.delivery_id, counted.number, counted.lease_until - lease, lease_ms, 'lost',
           'the worker ended before it could say how this went'
      from counted
    -- One inconsistent row must not block all others.
    on conflict (delivery_id, number) do nothing
  )
  select count(*) into reclaimed from counted;
  return reclaimed;
end $$;
