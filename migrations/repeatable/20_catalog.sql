-- Counts of products, and the version of the catalog.

create or replace function record_product_counts() returns trigger language plpgsql as $$
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

create or replace function record_catalog_change() returns trigger language plpgsql as $$
begin
  insert into catalog_changes default values;
  return null;
end $$;

create or replace trigger merchants_renamed after update of name on merchants
  for each statement execute function record_catalog_change();
