-- A shop changes its currency while it has no order; prices keep their numbers. A process that has not read the new
-- currency yet may add a product or place an order in the old one: it waits for the change, and is refused. Changes of
-- a product's price use the currency of its row, which they lock.
create or replace function refuse_other_currency() returns trigger language plpgsql set search_path from current as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('currency:' || merchant_id, 0))
     from (select distinct merchant_id from new_rows order by merchant_id) added;
  if exists (select from (select distinct merchant_id, currency from new_rows) added
               join merchant_settings setting on setting.merchant_id = added.merchant_id
              where setting.currency <> added.currency) then
    raise exception 'the currency of the shop has changed' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;

create or replace trigger products_of_one_currency after insert on products
  referencing new table as new_rows for each statement execute function refuse_other_currency();

-- Whether a shop has changed its currency to another one than this.
create or replace function has_other_currency(shop uuid, known text) returns boolean language sql stable
  return exists (select from merchant_settings where merchant_id = shop and currency <> known);
