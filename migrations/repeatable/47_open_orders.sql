-- How many orders a user has open at a shop.

-- Counts the user's open orders, neither paid nor cancelled, up to `most`. Until this transaction ends, the user's next
-- order at the shop waits here, so that two at once cannot both take the last place. Taken before any lock of stock.
--
-- In a function, because a statement does not see what was committed while it waited for a lock; the next one does. An
-- advisory lock, because one on a row would be written.
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
