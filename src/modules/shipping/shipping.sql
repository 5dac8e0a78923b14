-- What can be translated of shipping methods.
create or replace function translatable_shipping_methods(shop uuid)
  returns table (merchant_id uuid, id uuid, name text, description text, instructions text, status text)
  language sql stable
  begin atomic
    select merchant_id, id, name, description, null::text, 'active' from shipping_methods where merchant_id = shop;
  end;
