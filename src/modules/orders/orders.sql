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
