-- The next consecutive number of a shop that gives such numbers, else null. Numbers wait in a table, so that no order
-- waits for another: each takes the least that no other holds, and a transaction that fails leaves its number to the
-- next one. There are always more than 500 of them: who takes a multiple of 500 adds as many.
create or replace function take_order_number(shop uuid) returns text language plpgsql set search_path from current as $$
declare
  form jsonb := (select order_number from merchant_settings where merchant_id = shop);
  taken bigint;
begin
  if form is null then
    return null;
  end if;
  delete from order_numbers where merchant_id = shop and number = (
    select number from order_numbers where merchant_id = shop order by number limit 1 for update skip locked)
  returning number into taken;
  if taken is null then
    -- Staff is changing the next number, which holds them all.
    perform from order_numbers where merchant_id = shop order by number for update;
    delete from order_numbers where merchant_id = shop and number = (
      select number from order_numbers where merchant_id = shop order by number limit 1 for update skip locked)
    returning number into strict taken;
  end if;
  if taken % 500 = 0 then
    perform add_order_numbers(shop, taken + 501, taken + 1000);
  end if;
  return (form ->> 'prefix') || lpad(taken::text, greatest((form ->> 'digits')::integer, length(taken::text)), '0');
end $$;

create or replace function add_order_numbers(shop uuid, first bigint, last bigint) returns void language sql
  set search_path from current as $$
  insert into order_numbers (merchant_id, number) select shop, generate_series(first, last) on conflict do nothing $$;
