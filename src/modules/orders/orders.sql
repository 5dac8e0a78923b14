-- An order's version, one more with each change, and what was paid of it. An order that becomes paid is paid in full,
-- also by a release without `paid_minor`. A decline beside a success leaves it paid in part.
create or replace function count_order() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  if new.paid_at is not null and (old.paid_at is null or new.paid_minor is null) then
    new.paid_minor := case when old.paid_at is null then new.total_minor else old.total_minor end;
  elsif new.payment_status = 'failed' and new.paid_minor > 0 then
    new.payment_status := 'partially_paid';
  end if;
  return new;
end $$;

create or replace trigger orders_version before update on orders
  for each row execute function count_order();

-- The address of a draft's quote, for releases that write none.
create or replace function set_quote_token() returns trigger language plpgsql set search_path from current as $$
begin
  new.token := coalesce(new.token, translate(
    encode(uuid_send(new.merchant_id) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'),
    '+/', '-_'));
  return new;
end $$;

create or replace trigger order_drafts_token before insert on order_drafts
  for each row execute function set_quote_token();

-- The currencies other than a shop's own in which it has orders: the next one, again and again, along an index.
create or replace function other_currencies(shop uuid) returns setof text language sql stable as $$
  with recursive found as (
    (select currency from orders where merchant_id = shop and other_currency order by currency limit 1)
    union all
    select (select currency from orders
             where merchant_id = shop and other_currency and currency > found.currency order by currency limit 1)
      from found where found.currency is not null
  )
  select currency from found where currency is not null
$$;

-- Orders in other currencies than the shop's own that were placed in a range, and that were paid in it.
create or replace function placed_elsewhere(shop uuid, begins timestamptz, ends timestamptz) returns setof orders
  language sql stable as $$
  select * from orders where merchant_id = shop and other_currency and created_at >= begins and created_at < ends
$$;

create or replace function paid_elsewhere(shop uuid, begins timestamptz, ends timestamptz) returns setof orders
  language sql stable as $$
  select * from orders where merchant_id = shop and other_currency and paid_at >= begins and paid_at < ends
$$;

-- Whether an order is in a currency other than its shop's.
create or replace function is_in_other_currency(shop uuid, its_order uuid) returns boolean language sql stable
  return (select other_currency from orders where merchant_id = shop and id = its_order);

create or replace function currency_of_order(shop uuid, its_order uuid) returns text language sql stable
  return (select currency from orders where merchant_id = shop and id = its_order);
