-- What the pending orders of a user, and of a client address, add up to at a shop: limits of orders are held against
-- these counts, which cost the same however many orders are open.
create table unpaid_counts (
  merchant_id uuid not null,
  -- uuid_send(user_id), or the client_hash of orders.
  holder bytea not null,
  orders integer not null,
  -- Of a client address; 0 of a user.
  units bigint not null,
  primary key (merchant_id, holder)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- The release before writes orders until it is gone, with the rights that it has. The trigger is written again with the
-- functions of orders. Creating it waits for the orders that are being written, and no other is written before the end
-- of this file: each order is counted either below or by the trigger.
do $$
declare
  grantee name;
begin
  for grantee in
    select distinct role.rolname
      from pg_class, aclexplode(relacl) granted join pg_roles role on role.oid = granted.grantee
     where pg_class.oid = 'orders'::regclass and granted.privilege_type = 'INSERT'
  loop
    execute format('grant select, insert, update, delete on unpaid_counts to %I', grantee);
  end loop;
end $$;

create function add_unpaid(shop uuid, counted bytea, more_orders int, more_units bigint) returns void
  language plpgsql set search_path from current as $$
begin
  insert into unpaid_counts as counts (merchant_id, holder, orders, units)
  values (shop, counted, greatest(0, more_orders), greatest(0, more_units))
  on conflict (merchant_id, holder) do update
    set orders = greatest(0, counts.orders + more_orders), units = greatest(0, counts.units + more_units);
  delete from unpaid_counts where merchant_id = shop and holder = counted and orders = 0;
end $$;

create function count_unpaid() returns trigger language plpgsql set search_path from current as $$
declare
  was_open boolean := tg_op = 'UPDATE' and old.status = 'pending';
  is_open boolean := new.status = 'pending';
  client_before bytea := case when was_open then old.client_hash end;
  client bytea := case when is_open then new.client_hash end;
  order_units bigint;
begin
  if was_open <> is_open then
    perform add_unpaid(new.merchant_id, uuid_send(new.user_id), case when is_open then 1 else -1 end, 0);
  end if;
  if client_before is distinct from client then
    select sum(quantity) into order_units from order_items where merchant_id = new.merchant_id and order_id = new.id;
    if client_before is not null then
      perform add_unpaid(new.merchant_id, client_before, -1, -order_units);
    end if;
    if client is not null then
      perform add_unpaid(new.merchant_id, client, 1, order_units);
    end if;
  end if;
  return null;
end $$;

create trigger orders_unpaid_placed after insert on orders
  for each row when (new.status = 'pending') execute function count_unpaid();
create trigger orders_unpaid_changed after update on orders
  for each row when (old.status = 'pending' and (new.status <> 'pending'
                     or new.client_hash is distinct from old.client_hash)) execute function count_unpaid();

insert into unpaid_counts (merchant_id, holder, orders, units)
select merchant_id, uuid_send(user_id), count(*), 0 from orders where status = 'pending' group by merchant_id, user_id
union all
select orders.merchant_id, client_hash, count(distinct orders.id), coalesce(sum(item.quantity), 0)
  from orders join order_items item on item.merchant_id = orders.merchant_id and item.order_id = orders.id
 where orders.status = 'pending' and client_hash is not null
 group by orders.merchant_id, client_hash;
