-- Once you would not go back any more. The audit log takes inserts only: its entries end with their months.
drop publication shop;
select set_config('moving.merchant', :'merchant', false);
do $$
  declare
    emptied text;
  begin
    delete from delivery_attempts using deliveries
     where delivery_id = deliveries.id and merchant_id = current_setting('moving.merchant')::uuid;
    commit;
    -- Products first of all: their triggers write what is deleted later.
    foreach emptied in array array['products', 'customers', 'carts', 'low_stock'] loop
      execute format('delete from %s where merchant_id = %L', emptied, current_setting('moving.merchant'));
      commit;
    end loop;
    for emptied in
      select name::text from moved_tables where name::text <> 'audit_entries'
       order by name::text = 'figure_changes'
    loop
      execute format('delete from %s where merchant_id = %L', emptied, current_setting('moving.merchant'));
      commit;
    end loop;
  end $$;
delete from moving where merchant_id = :'merchant';
