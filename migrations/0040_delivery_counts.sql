-- How many deliveries a subscription has, by event and status: what the list's totals are, and where it need not look. As
-- with other figures whoever writes deliveries appends what changed, and a sweep folds that into the counts; a reader
-- adds up both in one statement, so its sums are exact at every moment.

-- The moment in a UUIDv7, in hours since 1970 (UTC).
create function uuid_hour(id uuid) returns integer
  language sql immutable strict parallel safe
  return (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 3600000)::integer;

create table delivery_counts (
  merchant_id uuid not null,
  subscription_id uuid not null,
  -- Each delivery counts in the hour its id names, and in that day: totals are a few days, and the hours say in which part
  -- of the list a filter finds anything.
  block_hours integer not null check (block_hours in (1, 24)),
  block integer not null,
  event_name text not null,
  pending integer not null,
  delivered integer not null,
  failed integer not null,
  cancelled integer not null,
  primary key (merchant_id, subscription_id, block_hours, block, event_name)
) with (fillfactor = 70);

create table delivery_count_changes (
  merchant_id uuid not null,
  subscription_id uuid not null,
  hour integer not null,
  event_name text not null,
  pending integer not null,
  delivered integer not null,
  failed integer not null,
  cancelled integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- For each statement, not for each row: outcomes are written many at a time. An attempt that only waits for the next
-- changes nothing here. What is inserted is counted by the statement that inserts it: a trigger there would cost a shop
-- without subscriptions as much as one with a hundred.
create function record_delivery_counts() returns trigger language plpgsql as $$
begin
  insert into delivery_count_changes
  select merchant_id, subscription_id, uuid_hour(id), event_name,
         coalesce(sum(change) filter (where status = 'pending'), 0), coalesce(sum(change) filter (where status = 'delivered'), 0),
         coalesce(sum(change) filter (where status = 'failed'), 0), coalesce(sum(change) filter (where status = 'cancelled'), 0)
    from (select merchant_id, subscription_id, id, event_name, status, 1 as change from changed_after
          union all
          select merchant_id, subscription_id, id, event_name, status, -1 from changed_before) moved
   group by 1, 2, 3, 4
  having sum(change) filter (where status = 'pending') <> 0 or sum(change) filter (where status = 'delivered') <> 0
      or sum(change) filter (where status = 'failed') <> 0;
  return null;
end $$;

create trigger deliveries_counted after update on deliveries
  referencing old table as changed_before new table as changed_after
  for each statement execute function record_delivery_counts();

-- Few: the sweep that ends what waits for them looks at each of them every other second.
create index webhook_subscriptions_closed on webhook_subscriptions (id) where not active or deleted_at is not null;
