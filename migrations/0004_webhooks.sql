-- The outbox: events, and the deliveries each owes to the subscriptions that were active when it was committed.

create table webhook_subscriptions (
  merchant_id uuid not null references merchants,
  id uuid not null,
  url text not null,
  -- As the merchant wrote them (names and groups), and the plain names they stand for, which is what is matched.
  events text[] not null,
  event_names text[] not null,
  active boolean not null,
  description text,
  -- AES-256-GCM: key id, nonce, tag and ciphertext (src/lib/sealed.ts).
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- Set where the service, not the merchant, switched it off.
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant_id, id),
  constraint webhook_subscriptions_id_key unique (id),
  constraint webhook_subscriptions_previous_check
    check ((previous_secret is null) = (previous_secret_expires_at is null))
);
create index webhook_subscriptions_deleted on webhook_subscriptions (deleted_at) where deleted_at is not null;

-- Receivers whose last attempt failed, and no others: a success takes the row away, so a healthy receiver costs nothing.
create table failing_receivers (
  subscription_id uuid primary key,
  merchant_id uuid not null,
  consecutive_failures integer not null,
  failing_since timestamptz not null,
  last_failed_at timestamptz not null
) with (fillfactor = 50);

-- The lowest UUIDv7 of a moment: partitions by day are ranges of ids.
create function uuid_at(moment timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- A delivery's id follows from its event and subscription: it begins as the event's does, so one pair can have one
-- delivery only, deliveries are in the order of their events, and the id alone says in which partition it lies.
create function delivery_id(event_id uuid, subscription_id uuid) returns uuid
  language sql immutable strict parallel safe
  return (left(event_id::text, 24) || left(md5(event_id::text || subscription_id::text), 12))::uuid;

create table events (
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  -- The exact bytes that are sent and signed, at every attempt.
  body bytea not null,
  -- Made by POST /admin/webhooks/{id}/test: delivered, but nothing that happened.
  is_test boolean not null default false,
  -- The log is read in the order of transactions, and only below the oldest that still runs: ids are made before the
  -- commit, so a reader who followed ids would pass over what commits late.
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  primary key (id)
) partition by range (id);
-- Without the id: on a partition that is empty when a statement is planned, looking an event up by its id here would seem
-- as good as in the primary key, and that plan would be kept as the day fills.
create index events_of_merchant on events (merchant_id, transaction_id);

create table deliveries (
  id uuid not null,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  event_name text not null,
  -- `delivering` is what a pending one is called while its queue row is leased.
  status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  -- Attempts that counted; a lost one does not.
  attempts integer not null default 0,
  last_status_code integer,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) partition by range (id);
create index deliveries_of_subscription on deliveries (merchant_id, subscription_id, id);
-- Made last: of two indexes that seem equally good, which on an empty partition these two do, PostgreSQL takes the younger.
alter table deliveries add primary key (id);

create table delivery_attempts (
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  outcome text not null,
  status_code integer,
  error text,
  response_body text,
  primary key (delivery_id, number)
) partition by range (delivery_id);

-- A safety net: rows land here only if no partition was made for their day.
create table events_default partition of events default;
create table deliveries_default partition of deliveries default;
create table delivery_attempts_default partition of delivery_attempts default;

-- Makes the partitions of a day (UTC), with whatever the safety net caught of it. Attaching takes no lock that readers or
-- writers of other days would meet; the net itself, which is empty, is locked for a moment.
create function create_day_partitions(day date) returns void language plpgsql as $$
declare
  parent text;
  key text;
  part text;
  low uuid := uuid_at(day::timestamp at time zone 'UTC');
  high uuid := uuid_at((day + 1)::timestamp at time zone 'UTC');
begin
  foreach parent in array array['events', 'deliveries', 'delivery_attempts'] loop
    part := parent || '_' || to_char(day, 'YYYYMMDD');
    key := case parent when 'delivery_attempts' then 'delivery_id' else 'id' end;
    continue when to_regclass(part) is not null;
    -- A delivery is changed when it ends. With room beside it none of its index entries is written again for that.
    execute format('create table %I (like %I including all)%s', part, parent,
      case parent when 'deliveries' then ' with (fillfactor = 60)' else '' end);
    execute format('alter table %I add check (%I >= %L and %I < %L)', part, key, low, key, high);
    execute format('lock table %I in access exclusive mode', parent || '_default');
    execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
      parent || '_default', key, low, key, high, part);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, low, high);
    execute format('alter table %I drop constraint %I', part, part || '_' || key || '_check');
  end loop;
end $$;

-- Drops the partitions of days before that one, oldest first. Answers how many days.
create function drop_partitions_before(day date) returns integer language plpgsql as $$
declare
  part text;
  days integer := 0;
begin
  for part in
    select name from pg_inherits cross join lateral (select inhrelid::regclass::text as name) child
     where inhparent in ('events'::regclass, 'deliveries'::regclass, 'delivery_attempts'::regclass)
       and name ~ '_\d{8}$' and right(name, 8) < to_char(day, 'YYYYMMDD')
     order by right(name, 8), name
  loop
    execute format('drop table %I', part);
    days := days + (part like 'events%')::integer;
  end loop;
  return days;
end $$;

select create_day_partitions((now() at time zone 'UTC')::date + ahead) from generate_series(-1, 7) ahead;

-- What is still to be sent, and nothing else: a row leaves when its delivery ends, so claims stay quick whatever the history.
create table delivery_queue (
  delivery_id uuid primary key,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  due_at timestamptz not null,
  -- Attempts that counted in this round: what the retry delays are chosen by.
  spent integer not null default 0,
  -- Attempts made at all, those of earlier rounds and lost ones too: they number the rows of delivery_attempts.
  tries integer not null default 0,
  lease_until timestamptz,
  lease_token uuid,
  constraint delivery_queue_lease_check check ((lease_until is null) = (lease_token is null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
        autovacuum_vacuum_cost_delay = 0);
create index delivery_queue_due on delivery_queue (subscription_id, due_at) where lease_token is null;
-- What waits for a retry. The others are due from the beginning, and nobody has to know when.
create index delivery_queue_retries on delivery_queue (due_at) where lease_token is null and tries > 0;
create index delivery_queue_leases on delivery_queue (subscription_id, lease_until) where lease_token is not null;

-- Leases deliveries that are due, at most `cap` under way for one receiver. Looks
-- at the receivers in `hinted`; or, if that is null, at all that have something waiting, in turn, from `position` on and
-- round, so that whoever holds most of the queue gets no more turns than others. A receiver that fails may have fewer under way, down to one: `cap` is halved with
-- each failure in a row. One whose oldest attempt has been out for longer than `slow_after_ms` gets nothing more
-- meanwhile. Attempts at failing receivers come out of a budget of their own, so that they cannot take every slot.
--
-- While some transaction is held open the entries of rows that are gone stay in the indexes. So nothing that was due before
-- `due_from` is looked at. From when on the next claim needs to look follows, once all receivers were looked at, from
-- `looked_at`, `first_due` and the numbers of this transaction and of the oldest that was writing then: what is still to
-- be committed is of that one or of a later one, and whatever comes to wait is due from a moment at which its
-- transaction had its number (src/modules/webhooks/engine/since.ts).
--
-- A receiver is claimed by one worker at a time: its advisory lock is taken before its attempts under way are counted, and
-- each statement here sees what was committed before it began. Without that two workers would both count none.
--
-- No claim waits for the disk: one that a crash of the database takes back was of deliveries that were under way at the crash,
-- and those may be sent twice.
--
-- The first row has the columns up to `now_ms`, the others, one for each delivery, have the rest.
-- What is sent is not among what it answers: it is read in a statement of its own, which holds no lock. A worker that
-- is stopped in the middle of reading a large answer would otherwise keep the claim's locks until it goes on.
create function claim_deliveries(
  "position" uuid, hinted uuid[], healthy_limit integer, failing_limit integer, cap integer, visit_limit integer,
  lease_ms integer, slow_after_ms integer, due_from timestamptz, token uuid
) returns table (
  next_position uuid, complete boolean, looked_at timestamptz, first_due timestamptz, own_number bigint, oldest_number bigint,
  next_due_ms double precision, now_ms double precision,
  delivery_id uuid, subscription_id uuid, event_id uuid, spent integer, tries integer, failing boolean,
  waited_ms double precision
)
language plpgsql
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
           coalesce(array_agg(receiver.subscription_id order by number) filter (where receiver.due_at <= moment), '{}') as due,
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
  select coalesce(array_agg(tried.id order by tried.number) filter (where mine), '{}'), whole and coalesce(bool_and(mine), true)
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
    select case when round.used_up and hinted is null then locked[round.last] else last_visited end, whole and not round.used_up,
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

-- What is sent and to whom: events with their names and bodies, subscriptions with their addresses and secrets. One look-up
-- each, an event's in the partition of its day, whatever day it was when this was planned.
create function delivery_contents(event_ids uuid[], subscription_ids uuid[])
returns table (of_event boolean, id uuid, text text, content bytea, previous_secret bytea)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  lowest uuid;
  highest uuid;
begin
  -- Partitions of other days are left out before anything is read.
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

-- Writes outcomes of attempts, all in one transaction, rows locked in the order of their ids. One whose lease token no longer
-- stands is dropped: its delivery has been given to another worker. Answers the ids of those that were written; null if all
-- were, which is nearly always. Planned like a claim: the same few look-ups whatever the tables hold.
create function record_outcomes(
  delivery_ids uuid[], tokens uuid[], statuses text[], counts boolean[], retries_in_ms double precision[], kinds text[],
  started_ms_ago double precision[], durations_ms integer[], status_codes integer[], errors text[], response_bodies text[]
) returns uuid[]
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  lowest uuid;
  highest uuid;
  written uuid[];
begin
  select bounds[1], bounds[cardinality(bounds)] into lowest, highest
    from (select array_agg(wanted.id order by wanted.id) as bounds from unnest(delivery_ids) wanted (id)) sorted;
  with outcome as materialized (
    select * from unnest(delivery_ids, tokens, statuses, counts, retries_in_ms, kinds, started_ms_ago, durations_ms,
                         status_codes, errors, response_bodies)
      as row (id, token, status, counted, retry_in_ms, kind, ms_ago, duration_ms, status_code, error, response_body)
  ), held as materialized (
    select outcome.*, queue.merchant_id, queue.subscription_id, queue.tries + 1 as number, queue.ctid as place
      from outcome join delivery_queue queue on queue.delivery_id = outcome.id and queue.lease_token = outcome.token
     order by outcome.id
       for update of queue
  ), ended as (
    delete from delivery_queue queue using held where queue.ctid = held.place and held.status <> 'pending'
  ), waiting as (
    update delivery_queue queue
       set lease_token = null, lease_until = null, tries = held.number, spent = queue.spent + held.counted::integer,
           due_at = clock_timestamp() + make_interval(secs => held.retry_in_ms / 1000)
      from held where queue.ctid = held.place and held.status = 'pending'
  ), tried as (
    insert into delivery_attempts
      (delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body)
    select held.id, held.number, clock_timestamp() - make_interval(secs => held.ms_ago / 1000), held.duration_ms, held.kind,
           held.status_code, held.error, held.response_body
      from held
  ), known as (
    -- Between them, so that partitions of other days are left out before anything is read.
    update deliveries delivery
       set status = held.status, attempts = delivery.attempts + held.counted::integer,
           last_status_code = held.status_code, last_error = held.error, updated_at = now()
      from held where delivery.id = held.id and delivery.id between lowest and highest
  ), receiver as materialized (
    select held.subscription_id, held.merchant_id, bool_or(held.status = 'delivered') as delivered,
           count(*)::integer as failures
      from held where held.counted group by 1, 2
  ), known_failing as materialized (
    -- Locked in order before anything of it is changed, so that two writers cannot wait for each other.
    select failing.subscription_id, receiver.delivered
      from receiver join failing_receivers failing on failing.subscription_id = receiver.subscription_id
     order by failing.subscription_id for update of failing
  ), recovered as (
    delete from failing_receivers failing using known_failing known
     where failing.subscription_id = known.subscription_id and known.delivered
  ), failed as (
    insert into failing_receivers as failing
      (subscription_id, merchant_id, consecutive_failures, failing_since, last_failed_at)
    select receiver.subscription_id, receiver.merchant_id, receiver.failures, now(), now() from receiver
     where not receiver.delivered and (select count(*) from known_failing) >= 0
     order by receiver.subscription_id
    on conflict (subscription_id) do update
       set consecutive_failures = least(failing.consecutive_failures + excluded.consecutive_failures, 1000000),
           last_failed_at = excluded.last_failed_at
  )
  select coalesce(array_agg(held.id), '{}') into written from held;
  return case when cardinality(written) < cardinality(delivery_ids) then written end;
end $$;

-- Takes back deliveries whose lease has run out: their worker is gone, or was away for too long. Whether the receiver saw the
-- attempt nobody knows, so it is kept as `lost`, spends no retry, and the delivery is due at once. Answers how many. With
-- `recent` only those that ran out within the last minute, which does not read what is long gone (see above).
--
-- A delivery may be what its workers die of. Lost again, it comes after a wait that grows and is a matter of chance, so that
-- those that were only under way beside it are soon sent without it; lost `most_lost` times in a row it has failed. In a row: since
-- the delivery was last changed, which every outcome does and a loss does not.
create function reclaim_expired(lease_ms integer, at_most integer, most_lost integer, recent boolean) returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  earliest timestamptz := case when recent then now() - interval '1 minute' else '-infinity' end;
  lease interval := make_interval(secs => lease_ms / 1000.0);
  reclaimed integer;
begin
  with expired as materialized (
    select queue.delivery_id, queue.lease_until, queue.tries + 1 as number from delivery_queue queue
     where queue.lease_token is not null and queue.lease_until >= earliest and queue.lease_until < now()
     limit at_most for update skip locked
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
       set lease_token = null, lease_until = null, tries = counted.number,
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
  )
  select count(*) into reclaimed from counted;
  return reclaimed;
end $$;
