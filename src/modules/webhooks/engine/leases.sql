-- Finds and leases due deliveries, and reads their contents (src/modules/webhooks/README.md).
--
-- The settings of each function fix its plan. The queue is empty at one moment and holds a million rows at the next,
-- faster than statistics follow. So each call is a few hundred index look-ups at any size of the tables.

-- Receivers after "position" with waiting deliveries, at most `at_most`, and when their first one is due: one index
-- look-up per receiver. The scan skips rows due before `due_from`: an open transaction keeps the index entries of
-- deleted rows (engine/due-watermark.ts needs `looked_at` and the transaction ids). Returns a row without a receiver if
-- no delivery waits.
create or replace function waiting_receivers("position" uuid, at_most integer, due_from timestamptz)
returns table (looked_at timestamptz, own_number bigint, oldest_number bigint, next_retry_ms double precision,
               subscription_id uuid, due_at timestamptz)
language plpgsql set search_path from current
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  earliest timestamptz := coalesce(due_from, '-infinity');
  -- Read before the query below: a transaction that the query does not see cannot be older.
  own bigint := pg_current_xact_id()::text::bigint;
  oldest bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    with recursive receiver as (
      (select queue.subscription_id, queue.due_at, 1 as number from delivery_queue queue
        where queue.lease_token is null and queue.subscription_id > "position" and queue.due_at >= earliest
        order by queue.subscription_id, queue.due_at limit 1)
      union all
      select next.subscription_id, next.due_at, receiver.number + 1
        from receiver cross join lateral (
          select queue.subscription_id, queue.due_at from delivery_queue queue
           where queue.lease_token is null and queue.subscription_id > receiver.subscription_id
             and queue.due_at >= earliest
           order by queue.subscription_id, queue.due_at limit 1) next
       where receiver.number < at_most
    )
    select moment, own, oldest,
           (select extract(epoch from next.due_at - clock_timestamp())::double precision * 1000 from delivery_queue next
             where next.lease_token is null and next.tries > 0 and next.due_at > moment order by next.due_at limit 1),
           receiver.subscription_id, receiver.due_at
      from (values (1)) always left join receiver on true order by receiver.number;
end $$;

-- Leases due deliveries of these receivers, in their order, at most `at_most`: first retries, while a receiver has less
-- than `cap` in flight, then first attempts, while it has less than its own cap (failing_receivers). A hanging
-- receiver, whose last attempts all failed slowly, has at most `cap` deliveries begun, so each has a place when its
-- retry is due. Up to 100 slow attempts take no place at a receiver that answers others (mark_slow in queries.ts).
--
-- One worker at a time leases for a receiver: it takes the receiver's advisory lock before it counts attempts, in a
-- statement of its own, which sees all earlier commits. Otherwise two workers would both count none. A row without a
-- delivery names a receiver that another worker is leasing for.
--
-- Leases do not wait for the disk: if a crash of the database loses one, its delivery may be sent twice. Contents are
-- read afterwards, without locks (delivery_contents): a worker stopped in the middle of a large result would keep the
-- locks.
create or replace function lease_deliveries(
  receivers uuid[], at_most integer, cap integer, lease_ms integer, due_from timestamptz, token uuid
) returns table (subscription_id uuid, delivery_id uuid, event_id uuid, begun boolean, spent integer, tries integer,
                 failures integer, waited_ms double precision, now_ms double precision)
language plpgsql set search_path from current
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  earliest timestamptz := coalesce(due_from, '-infinity');
  ends timestamptz := moment + make_interval(secs => lease_ms / 1000.0);
  locked uuid[];
  -- Of those, the ones with a due retry: this look-up is cheaper than counting attempts.
  retrying uuid[];
  retries integer := 0;
begin
  perform set_config('synchronous_commit', 'off', true);
  with open as materialized (
    select subscription.id, wanted.number from unnest(receivers) with ordinality wanted (id, number)
      join webhook_subscriptions subscription on subscription.id = wanted.id
     where subscription.active and subscription.deleted_at is null
  ), tried as materialized (
    select open.id, open.number, pg_try_advisory_xact_lock(4207, hashtext(open.id::text)) as mine from open
  )
  select array_agg(tried.id order by tried.number) filter (where tried.mine),
         array_agg(tried.id order by tried.number) filter (where tried.mine and exists (
           select from delivery_queue queue
            where queue.subscription_id = tried.id and queue.lease_token is null and queue.begun
              and queue.due_at between earliest and moment)),
         array_agg(tried.id) filter (where not tried.mine)
    into locked, retrying, receivers from tried;

  -- By ctid: the rows are locked, so their ctid cannot change.
  return query
    with chosen as materialized (
      select row.place, receiver.failures
        from receivers_in_flight(retrying, cap, moment) receiver cross join lateral (
          select queue.ctid as place from delivery_queue queue
           where queue.subscription_id = receiver.id and queue.lease_token is null and queue.begun
             and queue.due_at between earliest and moment
           order by queue.due_at limit greatest(0, cap - receiver.in_flight) for update skip locked) row
       limit at_most
    )
    update delivery_queue queue set lease_token = token, lease_until = ends, slow = false
      from chosen where queue.ctid = chosen.place
    returning queue.subscription_id, queue.delivery_id, queue.event_id, true, queue.spent, queue.tries, chosen.failures,
              extract(epoch from moment - queue.due_at)::double precision * 1000,
              extract(epoch from clock_timestamp())::double precision * 1000;
  get diagnostics retries = row_count;
  return query
    with chosen as materialized (
      select row.place, receiver.failures
        from receivers_in_flight(locked, cap, moment) receiver cross join lateral (
          select queue.ctid as place from delivery_queue queue
           where queue.subscription_id = receiver.id and queue.lease_token is null and not queue.begun
             and queue.due_at between earliest and moment
           order by queue.due_at limit greatest(0, receiver.may_begin) for update skip locked) row
       limit at_most - retries
    )
    update delivery_queue queue set lease_token = token, lease_until = ends, slow = false
      from chosen where queue.ctid = chosen.place
    returning queue.subscription_id, queue.delivery_id, queue.event_id, false, queue.spent, queue.tries,
              chosen.failures, extract(epoch from moment - queue.due_at)::double precision * 1000,
              extract(epoch from clock_timestamp())::double precision * 1000;
  return query
    select busy.id, null::uuid, null::uuid, null::boolean, null::integer, null::integer, null::integer,
           null::double precision, null::double precision
      from unnest(receivers) busy (id);
end $$;

-- For each of these receivers, in their order: attempts in flight that count, first attempts that may begin, and
-- failures in a row.
create or replace function receivers_in_flight(receivers uuid[], places integer, moment timestamptz)
returns table (id uuid, in_flight integer, may_begin integer, failures integer)
language sql stable
as $$
  select receiver.id, flight.attempts,
         least(places, failing.cap,
               -- At a hanging receiver each begun delivery keeps its place until it ends.
               case when failing.slow and failing.consecutive_failures >= places
                    then places - (select count(*)::integer from (
                           select from delivery_queue queue
                            where queue.subscription_id = receiver.id and queue.lease_token is null and queue.begun
                            limit places) waiting)
               end) - flight.attempts,
         coalesce(failing.consecutive_failures, 0)
    from unnest(receivers) with ordinality receiver (id, number)
    left join failing_receivers failing on failing.subscription_id = receiver.id
   cross join lateral (
     select (count(*) - least(100, count(*) filter (where queue.slow)))::integer as attempts
       from delivery_queue queue
      where queue.subscription_id = receiver.id and queue.lease_token is not null and queue.lease_until > moment
   ) flight
   order by receiver.number
$$;

-- Contents of deliveries: events with names and bodies, subscriptions with addresses and secrets. One index look-up
-- each; an event's is in the partition of its day, chosen at execution.
create or replace function delivery_contents(event_ids uuid[], subscription_ids uuid[])
returns table (of_event boolean, id uuid, text text, content bytea, previous_secret bytea)
language plpgsql stable set search_path from current
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  lowest uuid;
  highest uuid;
begin
  -- Partitions of other days are pruned before the scan.
  select bounds[1], bounds[cardinality(bounds)] into lowest, highest
    from (select array_agg(wanted.id order by wanted.id) as bounds from unnest(event_ids) wanted (id)) sorted;
  return query
    select true, event.id, event.name, event.body, null::bytea
      from unnest(event_ids) wanted (id) join events event on event.id = wanted.id
     where event.id between lowest and highest
    union all
    select false, subscription.id, subscription.url, subscription.secret,
           case when subscription.previous_secret_expires_at > now() then subscription.previous_secret end
      from unnest(subscription_ids) wanted (id) join webhook_subscriptions subscription on subscription.id = wanted.id;
end $$;
