-- Unpaid orders of merged customers count for who placed them. Until now they were counted for whom they had become.
do $$
declare
  moved record;
begin
  for moved in
    select merchant_id, placed_as, user_id, count(*)::int as orders from orders
     where status = 'pending' and placed_as is not null and placed_as <> user_id
     group by 1, 2, 3 order by 1, 2, 3
  loop
    perform add_unpaid(moved.merchant_id, uuid_send(moved.user_id), -moved.orders, 0);
    perform add_unpaid(moved.merchant_id, uuid_send(moved.placed_as), moved.orders, 0);
  end loop;
end $$;
