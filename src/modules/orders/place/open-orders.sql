-- Counts of open orders.

-- Counts the user's open orders, neither paid nor cancelled, up to `most`. The user's next order at the shop waits here
-- until this transaction ends, so that two concurrent orders cannot both take the last place. This lock comes before
-- any lock of stock.
--
-- In a function, because a statement does not see commits during its own wait for a lock; the next one does. An
-- advisory lock, because a row lock would write the row.
--
-- Without a search_path of its own, as reserve_units is: see there.
create or replace function lock_open_orders(shop uuid, buyer uuid, most int) returns int
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('open_orders:' || shop || ':' || buyer, 0));
  return (select count(*)
            from (select from orders
                   where merchant_id = shop and user_id = buyer and status = 'pending' limit most) open_orders);
end $$;

-- The units that the pending orders of a client address hold at the shop.
create or replace function unpaid_units_of(shop uuid, client bytea) returns bigint
  language sql as $$
  select coalesce(sum(item.quantity), 0)
    from orders join order_items item on item.merchant_id = orders.merchant_id and item.order_id = orders.id
   where orders.merchant_id = shop and orders.client_hash = client and orders.status = 'pending'
$$;

-- The same, with the units that unpaid orders of a client address hold at the shop. Orders of one address wait for each
-- other there, so that concurrent ones cannot pass the limit together. Without an address (null) no units are counted,
-- and no order waits.
--
-- The address is locked after the user, everywhere, so that two orders cannot deadlock.
create or replace function lock_order_limits(
  shop uuid, buyer uuid, most int, client bytea, out open_orders int, out unpaid_units bigint
) language plpgsql as $$
begin
  open_orders := lock_open_orders(shop, buyer, most);
  unpaid_units := 0;
  if client is not null then
    perform pg_advisory_xact_lock(hashtextextended('unpaid_units:' || shop || ':' || encode(client, 'hex'), 0));
    unpaid_units := unpaid_units_of(shop, client);
  end if;
end $$;
