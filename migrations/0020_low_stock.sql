-- The products of which few are left, and how many they are.

-- Those with at most 5 available, kept by triggers on stock. An index on the quantities there would make every order rewrite
-- it; here only the sales of what is nearly gone cost anything.
create table low_stock (
  merchant_id uuid not null,
  product_id uuid not null,
  available integer not null,
  -- Whether the product is active. Who changes that locks the stock row first, so that both are written under that lock.
  for_sale boolean not null,
  primary key (merchant_id, product_id)
);
create index low_stock_emptiest on low_stock (merchant_id, available, product_id);
create index low_stock_emptiest_for_sale on low_stock (merchant_id, available, product_id) where for_sale;

-- The sums of what figure_changes says of them.
create table low_stock_counts (
  merchant_id uuid not null,
  available integer not null,
  for_sale boolean not null,
  products integer not null,
  primary key (merchant_id, available, for_sale)
) with (fillfactor = 50);

-- One plan for one row and for a million: a look-up for each.
create function record_low_stock_rows() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into low_stock (merchant_id, product_id, available, for_sale)
  select added.merchant_id, added.product_id, added.on_hand - added.reserved, product.status = 'active'
    from added join products product on product.merchant_id = added.merchant_id and product.id = added.product_id
   where added.on_hand - added.reserved <= 5;
  return null;
end $$;

create trigger stock_added_low after insert on stock
  referencing new table as added for each statement execute function record_low_stock_rows();

-- Writes under the lock of the stock row, so a product's entries follow one another as its quantities do.
create function record_low_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.on_hand - new.reserved <= 5 then
    insert into low_stock (merchant_id, product_id, available, for_sale)
    select merchant_id, id, new.on_hand - new.reserved, status = 'active'
      from products where merchant_id = new.merchant_id and id = new.product_id
    on conflict (merchant_id, product_id) do update set available = excluded.available;
  else
    delete from low_stock where merchant_id = old.merchant_id and product_id = old.product_id;
  end if;
  return null;
end $$;

create trigger stock_changed_low after update of on_hand, reserved on stock
  for each row when (old.on_hand - old.reserved <> new.on_hand - new.reserved
    and (old.on_hand - old.reserved <= 5 or new.on_hand - new.reserved <= 5))
  execute function record_low_stock();
create trigger stock_deleted_low after delete on stock
  for each row when (old.on_hand - old.reserved <= 5) execute function record_low_stock();

create function record_low_stock_sale() returns trigger language plpgsql as $$
begin
  update low_stock set for_sale = new.status = 'active' where merchant_id = new.merchant_id and product_id = new.id;
  return null;
end $$;

create trigger products_low_stock after update of status on products
  for each row when ((old.status = 'active') <> (new.status = 'active')) execute function record_low_stock_sale();

create function record_low_stock_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into figure_changes (merchant_id, hour, available, for_sale, low_products)
    select merchant_id, '-infinity', available, for_sale, sum(change)
      from (select merchant_id, available, for_sale, 1 as change from changed
            union all
            select merchant_id, available, for_sale, -1 from changed_before) both_rows
     group by 1, 3, 4 having sum(change) <> 0;
  else
    insert into figure_changes (merchant_id, hour, available, for_sale, low_products)
    select merchant_id, '-infinity', available, for_sale, case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed group by 1, 3, 4;
  end if;
  return null;
end $$;

create trigger low_stock_counted_in after insert on low_stock
  referencing new table as changed for each statement execute function record_low_stock_counts();
create trigger low_stock_counted_out after delete on low_stock
  referencing old table as changed for each statement execute function record_low_stock_counts();
create trigger low_stock_counted_anew after update on low_stock
  referencing old table as changed_before new table as changed
  for each statement execute function record_low_stock_counts();
