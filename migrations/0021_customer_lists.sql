-- How a shop lists its customers.

-- A shop searches its customers by a part of name or address. The leading blank makes the start of the name the start of
-- a word like any other.
create extension if not exists pg_trgm;
create function user_search_text(name text, email_key text) returns text language sql immutable parallel safe
  return ' ' || lower(coalesce(name, '')) || ' ' || coalesce(email_key, '');
create index users_search on users using gin (user_search_text(name, email_key) gin_trgm_ops);

-- What the names are sorted by, in an index of each shop: without case and accents and by bytes, as those of products are.
create function customer_name_key(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(coalesce(name, ''), nfkd), U&'[\0300-\036f]', '', 'g'));
alter table customers
  add column name_key text collate "C" not null default '',
  add column email_key text collate "C" not null default '';
create index customers_by_name on customers (merchant_id, name_key, user_id);
create index customers_by_email on customers (merchant_id, email_key, user_id);
create index customer_sales_by_count on customer_sales (merchant_id, order_count, user_id);
create index customer_sales_by_total on customer_sales (merchant_id, order_total_minor, user_id);

-- The account is locked while it is read: whoever changes its name now does so before this, or sees the new customer.
create function name_customer() returns trigger language plpgsql as $$
begin
  update customers customer
     set name_key = customer_name_key(account.name), email_key = coalesce(account.email_key, '')
    from (select name, email_key from users where id = new.user_id for share) account
   where customer.merchant_id = new.merchant_id and customer.user_id = new.user_id;
  return null;
end $$;

-- After the insert, not before it: an order tries to make its user a customer every time, and this is for the first alone.
create trigger customers_named after insert on customers for each row execute function name_customer();

create function rename_customers() returns trigger language plpgsql as $$
begin
  update customers set name_key = customer_name_key(new.name), email_key = coalesce(new.email_key, '')
   where user_id = new.id;
  return null;
end $$;

create trigger users_renamed after update of name, email_key on users
  for each row when ((old.name, old.email_key) is distinct from (new.name, new.email_key))
  execute function rename_customers();
