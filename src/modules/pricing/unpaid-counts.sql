-- Counts of unpaid orders, against which limits are held: a row of `unpaid_counts` for each user and each client
-- address with pending orders at the shop. Counting the orders anew cost an order 60 ms once its address had 3,300.

-- Adds to the count of a user (uuid_send(user_id)) or of a client address. The row goes with its last order, in one
-- write: it says which address has ordered, and a sum that has gone wrong ends with it.
create or replace function add_unpaid(shop uuid, counted bytea, more_orders int, more_units bigint) returns void
  language plpgsql set search_path from current as $$
begin
  if more_orders < 0 then
    delete from unpaid_counts where merchant_id = shop and holder = counted and orders + more_orders <= 0;
    if found then return; end if;
  end if;
  insert into unpaid_counts as counts (merchant_id, holder, orders, units)
  values (shop, counted, greatest(0, more_orders), greatest(0, more_units))
  on conflict (merchant_id, holder) do update
    set orders = greatest(0, counts.orders + more_orders), units = greatest(0, counts.units + more_units);
  if more_orders <= 0 then
    delete from unpaid_counts where merchant_id = shop and holder = counted and orders = 0;
  end if;
end $$;

-- The units that the pending orders of a client address hold at the shop.
create or replace function unpaid_units_of(shop uuid, client bytea) returns bigint
  language sql as $$
  select coalesce((select units from unpaid_counts where merchant_id = shop and holder = client), 0)
$$;

-- The open orders of a user, and the units that unpaid orders of a client address hold at the shop, before the order
-- that asks. Until its transaction ends, the next orders of both wait here, so that concurrent ones cannot pass a limit
-- together. Without an address (null) no units are counted, and no order of it waits.
--
-- The release before passes `most`, up to which it counted.
--
-- Without a search_path of its own, as reserve_units is: see there.
create or replace function lock_order_limits(
  shop uuid, buyer uuid, most int, client bytea, out open_orders int, out unpaid_units bigint
) language plpgsql as $$
begin
  insert into unpaid_counts as counts (merchant_id, holder, orders, units)
  values (shop, uuid_send(buyer), 0, 0)
  on conflict (merchant_id, holder) do update set orders = counts.orders
  returning counts.orders into open_orders;
  unpaid_units := 0;
  if client is not null then
    insert into unpaid_counts as counts (merchant_id, holder, orders, units) values (shop, client, 0, 0)
    on conflict (merchant_id, holder) do update set units = counts.units
    returning counts.units into unpaid_units;
  end if;
end $$;

drop function if exists lock_open_orders(uuid, uuid, int);
