-- The rest of an order (units neither sent nor cancelled), and the effects of its cancellation.

-- Returns the rest of a locked order as [{line, product_id, quantity}], null if it is empty. As a function it sees
-- commits during the caller's wait for that lock.
create or replace function rest_of_order(shop uuid, its_order uuid) returns jsonb
  language sql as $$
  select jsonb_agg(jsonb_build_object('line', line, 'product_id', product_id, 'quantity',
                                      quantity - quantity_fulfilled - quantity_cancelled) order by line)
    from order_items
   where merchant_id = shop and order_id = its_order and quantity > quantity_fulfilled + quantity_cancelled
$$;

-- Fulfils the rest.
create or replace function fulfil_rest(shop uuid, its_order uuid, fulfillment uuid, actor uuid) returns jsonb
  language plpgsql set search_path from current as $$
declare
  rest jsonb := rest_of_order(shop, its_order);
begin
  update order_items set quantity_fulfilled = quantity - quantity_cancelled
   where merchant_id = shop and order_id = its_order and quantity > quantity_fulfilled + quantity_cancelled;
  if rest is not null then
    insert into fulfillments (merchant_id, order_id, id, items, actor_id, created_at, updated_at)
    values (shop, its_order, fulfillment, rest, actor, now(), now());
  end if;
  return rest;
end $$;

-- Cancels the rest; the units count as refunded if the order was paid.
create or replace function cancel_rest(shop uuid, its_order uuid, was_paid boolean) returns jsonb
  language plpgsql set search_path from current as $$
declare
  rest jsonb := rest_of_order(shop, its_order);
begin
  if was_paid then
    update order_items set quantity_cancelled = quantity - quantity_fulfilled
     where merchant_id = shop and order_id = its_order and quantity > quantity_fulfilled + quantity_cancelled;
  end if;
  return rest;
end $$;

-- Deletes the next action of the payment, and gives back the uses of promotions. A trigger saves a statement; it has no
-- condition (`when`), which each statement on orders would parse again (record 34).
create or replace function follow_cancellation() returns trigger language plpgsql set search_path from current as $$
begin
  if new.status = 'cancelled' and old.status = 'pending' then
    update payments set due_at = now()
     where merchant_id = new.merchant_id and order_id = new.id and status = 'requires_action';
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' and new.discounts is not null then
    perform release_promotions(new.merchant_id, new.id);
  end if;
  return null;
end $$;

create or replace trigger orders_cancelled after update of status on orders
  for each row execute function follow_cancellation();
