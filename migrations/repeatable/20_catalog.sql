-- Counts of products, and the keys they are known by.

create or replace function record_product_counts() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into product_count_changes
    select merchant_id, coalesce(category, ''), status, price_common, in_stock, count(*)
      from new_rows group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into product_count_changes
    select merchant_id, coalesce(category, ''), status, price_common, in_stock, -count(*)
      from old_rows group by 1, 2, 3, 4, 5;
  else
    insert into product_count_changes
    select merchant_id, category, status, price_common, in_stock, sum(amount)
      from (select merchant_id, coalesce(category, '') as category, status, price_common, in_stock, 1 as amount
              from new_rows
             union all
            select merchant_id, coalesce(category, ''), status, price_common, in_stock, -1 from old_rows) change
     group by 1, 2, 3, 4, 5 having sum(amount) <> 0;
  end if;
  return null;
end $$;

create or replace trigger products_counted_in after insert on products
  referencing new table as new_rows for each statement execute function record_product_counts();
create or replace trigger products_counted_out after delete on products
  referencing old table as old_rows for each statement execute function record_product_counts();
create or replace trigger products_counted_anew after update on products
  referencing old table as old_rows new table as new_rows for each statement execute function record_product_counts();

-- Another with each change of a product. Its version alone is not enough: after a restore the versions that were lost
-- are given again.
create or replace function product_stamp(version integer, changed timestamptz) returns text
  language sql stable parallel safe
  return version || ' ' || date_part('epoch', changed);

-- What the statement of a list answers of a product: its id, what is available now, and its stamp.
create or replace view product_keys as
  select product.id,
         product.id || ' ' || coalesce(stock.on_hand - stock.reserved, 0) || ' '
         || product_stamp(product.version, product.updated_at) as key
    from products product
    left join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id;
