-- What workers of the release before 0017 lease by; unchanged, so that they work beside those of this release during a
-- rolling upgrade. Drop it once no such process runs.

-- Leases deliveries that are due, at most `cap` under way for one receiver. Looks at the receivers in `hinted`; or,
-- if that is null, at all that have something waiting, in turn, from `position` on and round, so that whoever holds
-- most of the queue gets no more turns than others. A receiver that fails may have fewer under way, down to one:
-- `cap` is halved with each failure in a row. One whose oldest attempt has been out for longer than `slow_after_ms`
-- gets nothing more meanwhile. Attempts at failing receivers come out of a budget of their own, so that they cannot
-- take every slot.
--
-- While some transaction is held open the entries of rows that are gone stay in the indexes. So nothing that was due
-- before `due_from` is looked at. From when on the next claim needs to look follows, once all receivers were looked
-- at, from `looked_at`, `first_due` and the numbers of this transaction and of the oldest that was writing then: what
-- is still to be committed is of that one or of a later one, and whatever comes to wait is due from a moment at which
-- its transaction had its number (src/modules/webhooks/engine/due-watermark.ts).
--
-- A receiver is claimed by one worker at a time: its advisory lock is taken before its attempts under way are
-- counted, and each statement here sees what was committed before it began. Without that two workers would both count
-- none.
--
-- No claim waits for the disk: one that a crash of the database takes back was of deliveries that were under way at
-- the crash, and those may be sent twice.
--
-- The first row has the columns up to `now_ms`, the others, one for each delivery, have the rest.
-- What is sent is not among what it answers: it is read in a statement of its own, which holds no lock. A worker that
-- is stopped in the middle of reading a large answer would otherwise keep the claim's locks until it goes on.
create or replace function claim_deliveries(
  "position" uuid, hinted uuid[], healthy_limit integer, failing_limit integer, cap integer, visit_limit integer,
  lease_ms integer, slow_after_ms integer, due_from timestamptz, token uuid
) returns table (
  next_position uuid, complete boolean, looked_at timestamptz, first_due timestamptz, own_number bigint,
  oldest_number bigint,
  next_due_ms double precision, now_ms double precision,
  delivery_id uuid, subscription_id uuid, event_id uuid, spent integer, tries integer, failing boolean,
  waited_ms double precision
)
language plpgsql set search_path from current
-- The queue is empty at one moment and holds a million rows at the next; no statistic keeps up with that. So the plan
-- is written down: a few hundred look-ups in indexes, whatever the tables hold.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  earliest timestamptz := coalesce(due_from, '-infinity');
  oldest_due timestamptz := moment;
  -- In this order: what a look below does not see yet is of none older.
  own bigint := case when hinted is null then pg_current_xact_id()::text::bigint end;
  oldest bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  lease interval := make_interval(secs => lease_ms / 1000.0);
  slow_until timestamptz := moment + lease - make_interval(secs => slow_after_ms / 1000.0);
  low uuid := "position";
  high uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  visited record;
  visits integer := 0;
  -- Few slots are soon filled: what is not looked at now is looked at by the next claim, which goes on from there.
  visits_wanted integer := least(visit_limit, greatest(healthy_limit, 32));
  last_visited uuid := "position";
  due uuid[] := coalesce(hinted, '{}');
  locked uuid[];
  whole boolean;
begin
  perform set_config('synchronous_commit', 'off', true);
  -- From the position to the end, then from the beginning to the position: each receiver is one look-up, whatever it
  -- has waiting, since its first entry in the index is what is due first.
  for pass in 1..2 loop
    exit when hinted is not null;
    with recursive receiver as (
      (select queue.subscription_id, queue.due_at, 1 as number from delivery_queue queue
        where queue.lease_token is null and queue.subscription_id > low and queue.subscription_id <= high
          and queue.due_at >= earliest
        order by queue.subscription_id, queue.due_at limit 1)
      union all
      select next.subscription_id, next.due_at, receiver.number + 1
        from receiver cross join lateral (
          select queue.subscription_id, queue.due_at from delivery_queue queue
           where queue.lease_token is null and queue.subscription_id > receiver.subscription_id
             and queue.subscription_id <= high and queue.due_at >= earliest
           order by queue.subscription_id, queue.due_at limit 1) next
       where receiver.number < visits_wanted - visits
    )
    select count(*)::integer as receivers, (array_agg(receiver.subscription_id order by number desc))[1] as last,
           coalesce(array_agg(receiver.subscription_id order by number) filter (where receiver.due_at <= moment), '{}')
             as due,
           min(receiver.due_at) as oldest_due
      into visited from receiver;
    visits := visits + visited.receivers;
    due := due || visited.due;
    last_visited := coalesce(visited.last, last_visited);
    oldest_due := least(oldest_due, visited.oldest_due);
    exit when visits >= visits_wanted;
    low := '00000000-0000-0000-0000-000000000000';
    high := "position";
  end loop;
  whole := visits < visits_wanted;

  with open as materialized (
    select subscription.id, candidate.number from unnest(due) with ordinality candidate (id, number)
      join webhook_subscriptions subscription on subscription.id = candidate.id
     where subscription.active and subscription.deleted_at is null
  ), tried as materialized (
    select open.id, open.number, pg_try_advisory_xact_lock(4207, hashtext(open.id::text)) as mine from open
  )
  select coalesce(array_agg(tried.id order by tried.number) filter (where mine), '{}'),
         whole and coalesce(bool_and(mine), true)
    into locked, whole from tried;

  return query
    with candidate as materialized (
      select receiver.id, receiver.number, failing.subscription_id is not null as failing,
             greatest(1, cap >> least(coalesce(failing.consecutive_failures, 0), 30)) - under_way.attempts as room
        from unnest(locked) with ordinality receiver (id, number)
        left join failing_receivers failing on failing.subscription_id = receiver.id
       cross join lateral (
         select count(*)::integer as attempts, min(queue.lease_until) < slow_until as slow from delivery_queue queue
          where queue.subscription_id = receiver.id and queue.lease_token is not null and queue.lease_until > moment
       ) under_way
       where under_way.slow is not true
       order by receiver.number
    ), chosen as (
      -- By their places: they are locked, so what lies there stays what it is.
      (select row.place, candidate.number, false as failing from candidate cross join lateral (
         select queue.ctid as place from delivery_queue queue
          where queue.subscription_id = candidate.id and queue.lease_token is null
            and queue.due_at between earliest and moment
          order by queue.due_at limit candidate.room for update skip locked) row
        where not candidate.failing and candidate.room > 0 limit healthy_limit)
      union all
      (select row.place, candidate.number, true from candidate cross join lateral (
         select queue.ctid as place from delivery_queue queue
          where queue.subscription_id = candidate.id and queue.lease_token is null
            and queue.due_at between earliest and moment
          order by queue.due_at limit candidate.room for update skip locked) row
        where candidate.failing and candidate.room > 0 limit failing_limit)
    ), leased as (
      update delivery_queue queue set lease_token = token, lease_until = clock_timestamp() + lease
        from chosen where queue.ctid = chosen.place
      returning queue.delivery_id, queue.subscription_id, queue.event_id, queue.spent, queue.tries, queue.due_at,
                chosen.failing, chosen.number
    ), round as (
      select count(*) filter (where not leased.failing) >= healthy_limit as used_up,
             max(leased.number) filter (where not leased.failing) as last
        from leased
    )
    select case when round.used_up and hinted is null then locked[round.last] else last_visited end,
           whole and not round.used_up,
           moment, case when hinted is null and visits < visits_wanted then oldest_due end, own, oldest,
           (select extract(epoch from next.due_at - clock_timestamp())::double precision * 1000 from delivery_queue next
             where next.lease_token is null and next.tries > 0 and next.due_at > moment order by next.due_at limit 1),
           extract(epoch from clock_timestamp())::double precision * 1000,
           null::uuid, null::uuid, null::uuid, null::integer, null::integer, null::boolean, null::double precision
      from round
    union all
    select null, null, null, null, null, null, null, null,
           leased.delivery_id, leased.subscription_id, leased.event_id, leased.spent, leased.tries, leased.failing,
           extract(epoch from moment - leased.due_at)::double precision * 1000
      from leased;
end $$;
