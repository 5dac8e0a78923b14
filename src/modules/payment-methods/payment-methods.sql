-- What can be translated of payment methods.
create or replace function translatable_payment_methods(shop uuid)
  returns table (merchant_id uuid, id uuid, name text, description text, instructions text, status text)
  language sql stable
  begin atomic
    select merchant_id, id, name, null::text, instructions, 'active' from payment_methods where merchant_id = shop;
  end;
