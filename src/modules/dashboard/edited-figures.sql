-- Edits of orders in the figures. An edited order counts with what it costs now, on the days on which it was counted.

-- Rows of an edit are written before the items change, so the items here are those before it. Sales of products that
-- wait to be folded name their order and would be folded with its new items, so they are moved into the rollup first.
create or replace function record_edit_figures() returns trigger language plpgsql set search_path from current as $$
declare
  edited orders := (select orders from orders where merchant_id = new.merchant_id and id = new.order_id);
  is_counted boolean := counts_as_paid(edited.payment_status, edited.refund_count, edited.paid_at);
begin
  if edited.other_currency or (new.difference_minor = 0 and new.tax_minor = 0 and new.products = '[]') then
    return null;
  end if;
  insert into figure_changes (merchant_id, hour, user_id, order_total_minor)
  values (new.merchant_id, quarter_of(edited.created_at), edited.user_id, new.difference_minor);
  if not is_counted then return null; end if;
  insert into figure_changes (merchant_id, hour, revenue_minor)
  values (new.merchant_id, quarter_of(edited.paid_at), new.difference_minor);
  if new.tax_minor <> 0 then
    insert into sales_changes (merchant_id, hour, tax_minor)
    values (new.merchant_id, quarter_of(edited.paid_at), new.tax_minor);
  end if;
  with waiting as (
    update figure_changes set order_id = null
     where merchant_id = new.merchant_id and order_id = new.order_id
    returning paid_orders
  ), sold as (
    select product_id, orders.times * quantity as units,
           orders.times * (quantity * price_minor - discount_minor) as paid_minor
      from (select coalesce(sum(paid_orders), 0) as times from waiting) orders
      join order_items on merchant_id = new.merchant_id and order_id = new.order_id
     where orders.times <> 0
    union all
    select product_id, units, paid_minor
      from jsonb_to_recordset(new.products) as changed (product_id uuid, units bigint, paid_minor bigint)
  )
  insert into product_sales as rollup (merchant_id, block_days, block, product_id, units, revenue_minor)
  select new.merchant_id, size.days, floor(extract(epoch from quarter_of(edited.paid_at)) / 86400 / size.days),
         product_id, sum(units), sum(paid_minor)
    from sold cross join (values (1), (8), (64)) size (days)
   group by 2, 3, 4 order by 2, 3, 4
  on conflict (merchant_id, block_days, block, product_id) do update set
    units = rollup.units + excluded.units, revenue_minor = rollup.revenue_minor + excluded.revenue_minor;
  return null;
end $$;

create or replace trigger order_edits_figures after insert on order_edits
  for each row execute function record_edit_figures();
