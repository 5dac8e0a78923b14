-- Counts an order that is placed, that stops waiting for its payment, of which a part is paid, or that gets another
-- user (join_record), whichever statement does it. An order of merged customers counts for who placed it. Units of
-- items that change are counted by the edit (edit/queries.ts).
--
-- The user is locked before the address, and stock after both, everywhere, so that two orders cannot deadlock.
--
-- Without sequential scans: a connection keeps the plan of its first orders, when the tables were small.
create or replace function count_unpaid() returns trigger
  language plpgsql set search_path from current set enable_seqscan to off as $$
declare
  was_open boolean := tg_op = 'UPDATE' and old.status = 'pending';
  is_open boolean := new.status = 'pending';
  user_before uuid := case when was_open then coalesce(old.placed_as, old.user_id) end;
  buyer uuid := case when is_open then coalesce(new.placed_as, new.user_id) end;
  client_before bytea := case when was_open then old.client_hash end;
  client bytea := case when is_open then new.client_hash end;
  order_units bigint;
begin
  if user_before is distinct from buyer then
    if user_before is not null then perform add_unpaid(new.merchant_id, uuid_send(user_before), -1, 0); end if;
    if buyer is not null then perform add_unpaid(new.merchant_id, uuid_send(buyer), 1, 0); end if;
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

create or replace trigger orders_unpaid_placed after insert on orders
  for each row when (new.status = 'pending') execute function count_unpaid();
create or replace trigger orders_unpaid_changed after update on orders
  for each row when (old.status = 'pending' and (new.status <> 'pending' or new.user_id <> old.user_id
                     or new.client_hash is distinct from old.client_hash)) execute function count_unpaid();
