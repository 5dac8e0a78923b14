-- Copies of what a shop sorts its customers by.

-- What the names are sorted by, in an index of each shop: without case and accents and by bytes, as those of products
-- are.
create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(coalesce(name, ''), nfkd), U&'[\0300-\036f]', '', 'g'));

-- The account is locked while it is read: whoever changes its name now does so before this, or sees the new customer.
create or replace function name_customer() returns trigger language plpgsql set search_path from current as $$
begin
  update customers customer
     set name_key = customer_name_key(account.name), email_key = coalesce(account.email_key, '')
    from (select name, email_key from users where id = new.user_id for share) account
   where customer.merchant_id = new.merchant_id and customer.user_id = new.user_id;
  return null;
end $$;

-- After the insert, not before it: an order tries to make its user a customer every time, and this is for the first
-- alone.
create or replace trigger customers_named after insert on customers for each row execute function name_customer();

create or replace function rename_customers() returns trigger language plpgsql set search_path from current as $$
begin
  update customers set name_key = customer_name_key(new.name), email_key = coalesce(new.email_key, '')
   where user_id = new.id;
  return null;
end $$;

create or replace trigger users_renamed after update of name, email_key on users
  for each row when ((old.name, old.email_key) is distinct from (new.name, new.email_key))
  execute function rename_customers();
