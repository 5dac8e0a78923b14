-- products.in_stock follows the stock. An order that leaves some for others changes nothing here: only when `available`
-- leaves or reaches zero is the product written.
--
-- Lock order, everywhere: stock rows by product id, then products. What wants both takes the stock first.

-- Whoever makes products with stock says so at once (`in_stock`), and this finds nothing to do: opening stock then costs 11 µs
-- of CPU a row instead of 74. One plan for one row and for a million: an index look-up for each.
create function open_availability() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  update products
     set in_stock = not products.in_stock
    from new_rows stock
   where products.merchant_id = stock.merchant_id and products.id = stock.product_id
     and products.in_stock <> (stock.on_hand > stock.reserved);
  return null;
end $$;

-- For each row, because a statement's own trigger, though it halves the cost of a recount of thousands (55 ms for 1,000 that
-- cross zero, against 130), costs each order that crosses nothing another 75 µs.
create function change_availability() returns trigger language plpgsql as $$
begin
  update products set in_stock = new.on_hand > new.reserved
   where merchant_id = new.merchant_id and id = new.product_id;
  return null;
end $$;

create trigger stock_opened after insert on stock
  referencing new table as new_rows for each statement execute function open_availability();
create trigger stock_crossed_zero after update on stock
  for each row when ((old.on_hand > old.reserved) <> (new.on_hand > new.reserved))
  execute function change_availability();
