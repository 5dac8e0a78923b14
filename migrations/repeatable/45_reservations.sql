-- The inventory module's interface for the statement that places an order. Sent as a statement of its own, the
-- reservation costs an order 6 % more processor time; as this function nothing (3 lines, 16 callers).

-- Reserves all lines of an order or none. Answers a row for each product that has stock at the shop: its stock before,
-- and the number of the movement that reserved its units, null if they are not reserved; unless all are, the caller
-- rolls back.
--
-- Rows are locked in product id order, so that orders over the same products cannot deadlock. Only values read under
-- the lock are written: PostgreSQL checks constraints on a row made from the statement's snapshot before it finds that
-- the row has changed since, so `reserved + 1` on such a row can violate one that holds for the row as it is.
--
-- `merchant_id` comes from the materialized lines and not from the parameter, so that each row is a look-up by the
-- whole key. A generic plan takes every shop for one of average size: among many small shops it read the whole shop.
create or replace function reserve_units(
  shop uuid, reserving_order uuid, actor uuid, product_ids uuid[], quantities int[]
) returns table (product_id uuid, on_hand int, reserved int, movement int) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with wanted as materialized (
      select shop as merchant_id, product_id, quantity
        from unnest(product_ids, quantities) as wanted (product_id, quantity)
    ), locked as (
      select stock.merchant_id, stock.product_id, stock.on_hand, stock.reserved, stock.movement_count, wanted.quantity
        from wanted
        join stock on stock.merchant_id = wanted.merchant_id and stock.product_id = wanted.product_id
       order by stock.product_id
         for no key update of stock
    ), changed as (
      update stock
         set on_hand = locked.on_hand, reserved = locked.reserved + locked.quantity,
             movement_count = locked.movement_count + 1, ordered = true, updated_at = now()
        from locked
       where stock.merchant_id = locked.merchant_id and stock.product_id = locked.product_id
         and (select count(*) from locked) = cardinality(product_ids)
         and not exists (select from locked where on_hand - reserved < quantity)
      returning stock.product_id, stock.on_hand, stock.reserved, stock.movement_count, locked.quantity
    ), movement as (
      insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
                                   on_hand_after, reserved_after, order_id, actor_id, created_at)
      select shop, product_id, movement_count, 'order_placed', 0, quantity, on_hand, reserved,
             reserving_order, actor, now()
        from changed
    )
    select locked.product_id, locked.on_hand, locked.reserved, changed.movement_count
      from locked left join changed using (product_id);
end $$;

-- The same for the release before this one, by its name and shape. Its clock (`at`) is not used.
create or replace function reserve_stock(
  shop uuid, reserving_order uuid, actor uuid, at timestamptz, product_ids uuid[], quantities int[]
) returns table (product_id uuid, on_hand int, reserved int, taken boolean) language sql as $$
  select product_id, on_hand, reserved, movement is not null
    from reserve_units(shop, reserving_order, actor, product_ids, quantities)
$$;
