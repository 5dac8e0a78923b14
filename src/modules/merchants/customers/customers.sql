-- Sort keys of a shop's customers.

-- Sort key of names, in an index per shop: folded and compared by bytes, like those of products. Rows store its result:
-- 0015_letters.sql defines it, too.
create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return fold_text(coalesce(name, ''));

-- The id that a shop's customer has now: of a record that became an account's, that of the account.
create or replace function customer_id(shop uuid, id uuid) returns uuid language sql stable
  return coalesce((select alias.user_id from customer_aliases alias
                    where alias.merchant_id = shop and alias.id = customer_id.id), id);

-- The record that staff of a shop made for the confirmed address of an account, and that is not the account's yet.
create or replace function record_for(shop uuid, account uuid) returns uuid language sql stable
  return (select record.user_id
            from users owner
            join customers record on record.merchant_id = shop and record.email_key = owner.email_key
                                     and record.by_staff and record.email_key <> ''
            -- Not that of another account, which had the address before.
            join users person on person.id = record.user_id and person.is_guest
           where owner.id = account and owner.is_verified and not owner.is_guest and owner.deleted_at is null);

-- All ids under which a shop has orders of a shopper: an account sees what staff ordered for its confirmed address.
create or replace function own_customers(shop uuid, shopper uuid) returns uuid[] language sql stable
  return array_remove(array[shopper, record_for(shop, shopper)], null)
         || array(select alias.id from customer_aliases alias
                   where alias.user_id = shopper and alias.merchant_id = shop);

-- Makes a record the account's, when the account orders at the shop: what the shop has of one is of the other then, and
-- the old id leads on. It writes rows of other modules, as the one moment at which a customer gets another id. Papers
-- keep theirs. Where both have store credit, nothing is done. Staff who order for the record wait for its row.
create or replace function join_record(shop uuid, record uuid, account uuid) returns boolean
language plpgsql set search_path from current as $$
begin
  perform from customers where merchant_id = shop and user_id = record and by_staff for update;
  if not found or (select count(*) from stored_value_accounts credit
                    where credit.merchant_id = shop and credit.user_id in (record, account)) > 1 then
    return false;
  end if;
  insert into figure_changes (merchant_id, hour, user_id, order_count, order_total_minor)
  -- As quarter_of(now()), which a later file defines.
  select shop, date_bin('15 minutes', now(), timestamptz 'epoch'), side.id,
         side.sign * sold.orders, side.sign * sold.total
    from (select count(*) as orders, sum(total_minor) as total from orders
           where merchant_id = shop and user_id = record and status <> 'cancelled') sold,
         (values (record, -1), (account, 1)) side (id, sign)
   where sold.orders > 0;
  update orders set user_id = account where merchant_id = shop and user_id = record;
  update returns set user_id = account where merchant_id = shop and user_id = record;
  update promotion_uses set user_id = account where merchant_id = shop and user_id = record;
  update stored_value_accounts set user_id = account where merchant_id = shop and user_id = record;
  delete from customers where merchant_id = shop and user_id = record;
  insert into customer_aliases (merchant_id, id, user_id) values (shop, record, account);
  return true;
end $$;
