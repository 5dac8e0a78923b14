-- Triggers on stock that keep products.in_stock and low_stock.

-- products.in_stock follows the stock. The product is written only when `available` leaves or reaches zero, so most
-- orders write nothing here.
--
-- Lock order, everywhere: stock rows by product id, then products. A transaction that needs both locks the stock first.

-- Inserts of products with stock set `in_stock` themselves, so that this trigger has nothing to write: opening stock
-- then costs 11 µs of CPU a row instead of 74.
--
-- One cached plan serves one row and a million: an index look-up per row. It looks for the id alone, which is unique;
-- the foreign key of stock says whose it is. With the merchant beside it, a plan made while the table was empty reads
-- all products of the merchant for every row.
create or replace function open_availability() returns trigger language plpgsql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  opened record;
begin
  for opened in
    select product.id, not product.in_stock as in_stock
      from new_rows
     cross join lateral (select id, in_stock from products where id = new_rows.product_id offset 0) product
     where product.in_stock <> (on_hand > reserved)
  loop
    update products set in_stock = opened.in_stock where id = opened.id;
  end loop;
  return null;
end $$;

create or replace trigger stock_opened after insert on stock
  referencing new table as new_rows for each statement execute function open_availability();

-- By the id alone, as above.
create or replace function record_low_stock_rows() returns trigger language plpgsql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into low_stock (merchant_id, product_id, available, for_sale)
  select added.merchant_id, added.product_id, added.on_hand - added.reserved,
         product.status = 'active' and product.withheld is null
    from added join products product on product.id = added.product_id
   where added.on_hand - added.reserved <= 5;
  return null;
end $$;

create or replace trigger stock_added_low after insert on stock
  referencing new table as added for each statement execute function record_low_stock_rows();

-- Writes under the lock of the stock row, so the entries of a product have the order of its quantities.
--
-- A row trigger: a statement trigger halves the cost of a count of thousands (55 ms for 1,000 that cross zero, against
-- 130), but costs every other order 75 µs. No condition (`when`), which each statement on stock would parse again
-- (record 34). Products by the id alone, as above.
create or replace function follow_stock() returns trigger language plpgsql set search_path from current as $$
declare
  available_before integer := old.on_hand - old.reserved;
  available_now integer := new.on_hand - new.reserved;
begin
  if available_before = available_now then return null; end if;
  if available_now <= 5 then
    insert into low_stock (merchant_id, product_id, available, for_sale)
    select merchant_id, id, available_now, status = 'active' and withheld is null
      from products where id = new.product_id
    on conflict (merchant_id, product_id) do update set available = excluded.available;
  elsif available_before <= 5 then
    delete from low_stock where merchant_id = old.merchant_id and product_id = old.product_id;
  end if;
  if (available_before > 0) <> (available_now > 0) then
    update products set in_stock = available_now > 0 where id = new.product_id;
  end if;
  return null;
end $$;

create or replace trigger stock_changed after update of on_hand, reserved on stock
  for each row execute function follow_stock();

create or replace function forget_low_stock() returns trigger language plpgsql set search_path from current as $$
begin
  delete from low_stock where merchant_id = old.merchant_id and product_id = old.product_id;
  return null;
end $$;

create or replace trigger stock_deleted_low after delete on stock
  for each row when (old.on_hand - old.reserved <= 5) execute function forget_low_stock();

create or replace function record_low_stock_sale() returns trigger language plpgsql set search_path from current as $$
begin
  update low_stock set for_sale = new.status = 'active' and new.withheld is null
   where merchant_id = new.merchant_id and product_id = new.id;
  return null;
end $$;

create or replace trigger products_low_stock after update of status, withheld on products
  for each row when ((old.status = 'active' and old.withheld is null)
                     <> (new.status = 'active' and new.withheld is null))
  execute function record_low_stock_sale();
