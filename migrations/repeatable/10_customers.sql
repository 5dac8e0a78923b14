-- Copies of what a shop sorts its customers by.

-- What the names are sorted by, in an index of each shop: without case and accents and by bytes, as those of products
-- are.
create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(coalesce(name, ''), nfkd), U&'[\0300-\036f]', '', 'g'));

-- Of two changes the later has the later time, whichever began first: by it copies of an account are made.
create or replace function advance_user() returns trigger language plpgsql set search_path from current as $$
begin
  new.updated_at = greatest(clock_timestamp(), old.updated_at + interval '1 ms');
  return new;
end $$;

create or replace trigger users_advanced before update on users for each row execute function advance_user();

-- Both triggers below are for processes of the release before: others make these copies by jobs and a sweep, since an
-- account and its shops may be in two databases. In milliseconds, as these processes know the time of a change.

-- The account is locked while it is read: whoever changes its name now does so before this, or sees the new customer.
-- Before the insert: an update of the new row would write all of its index entries again.
create or replace function name_customer() returns trigger language plpgsql set search_path from current as $$
declare
  account record;
begin
  select name, email_key, updated_at into account from users where id = new.user_id for share;
  if found then
    new.name_key = customer_name_key(account.name);
    new.email_key = coalesce(account.email_key, new.email_key);
    new.copied_at = date_trunc('milliseconds', account.updated_at);
  end if;
  return new;
end $$;

create or replace trigger customers_named before insert on customers for each row execute function name_customer();

create or replace function rename_customers() returns trigger language plpgsql set search_path from current as $$
begin
  -- A guest has no address; the shop has that of their orders.
  update customers customer
     set name_key = customer_name_key(new.name),
         email_key = case when new.is_guest and new.deleted_at is null then customer.email_key
                          else coalesce(new.email_key, '') end,
         copied_at = date_trunc('milliseconds', new.updated_at)
   where customer.user_id = new.id;
  return null;
end $$;

create or replace trigger users_renamed after update of name, email_key on users
  for each row when ((old.name, old.email_key) is distinct from (new.name, new.email_key))
  execute function rename_customers();
