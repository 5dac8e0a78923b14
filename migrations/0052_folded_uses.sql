-- Uses of promotions and what they took off, as sums: by the quarter of an hour, by the day, and in all.

-- Writers append their changes here, which takes no lock; they are folded every second.
create table promotion_use_changes (
  merchant_id uuid not null,
  id bigint generated always as identity,
  promotion_id uuid not null,
  -- The start of the quarter of an hour in which the order was placed.
  hour timestamptz not null,
  orders integer not null,
  amount_minor bigint not null,
  shipping_minor bigint not null,
  primary key (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create table promotion_use_hours (
  merchant_id uuid not null,
  hour timestamptz not null,
  promotion_id uuid not null,
  orders integer not null,
  amount_minor bigint not null,
  shipping_minor bigint not null,
  primary key (merchant_id, hour, promotion_id)
) with (fillfactor = 80);

-- The same by day (UTC).
create table promotion_use_days (
  like promotion_use_hours,
  primary key (merchant_id, hour, promotion_id)
) with (fillfactor = 80);

create table promotion_use_totals (
  merchant_id uuid not null,
  promotion_id uuid not null,
  orders integer not null,
  primary key (merchant_id, promotion_id)
) with (fillfactor = 50);

-- The release before writes uses until it is gone, with the rights that it has. This trigger is written again with the
-- functions of promotions; the next file adds what was used before it.
do $$
declare
  grantee name;
begin
  for grantee in
    select distinct role.rolname
      from pg_class, aclexplode(relacl) granted join pg_roles role on role.oid = granted.grantee
     where pg_class.oid = 'promotion_uses'::regclass and granted.privilege_type = 'INSERT'
  loop
    execute format('grant insert on promotion_use_changes to %I', grantee);
  end loop;
end $$;

create function record_promotion_use() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' and not old.released then
    insert into promotion_use_changes (merchant_id, promotion_id, hour, orders, amount_minor, shipping_minor)
    values (old.merchant_id, old.promotion_id, date_bin('15 minutes', old.created_at, timestamptz 'epoch'),
            -1, -old.amount_minor, -old.shipping_minor);
  end if;
  if tg_op <> 'DELETE' and not new.released then
    insert into promotion_use_changes (merchant_id, promotion_id, hour, orders, amount_minor, shipping_minor)
    values (new.merchant_id, new.promotion_id, date_bin('15 minutes', new.created_at, timestamptz 'epoch'),
            1, new.amount_minor, new.shipping_minor);
  end if;
  return null;
end $$;

create trigger promotion_uses_counted
  after insert or delete or update of released, amount_minor, shipping_minor on promotion_uses
  for each row execute function record_promotion_use();

-- Discounts of a range were summed along it.
drop index promotion_uses_by_time;
