-- no transaction
-- Accounts that only staff have ordered for, which made them customers in the same transaction: their shop sees what it
-- was told, and no longer what the account says of itself. Those who have ordered, registered or filled a cart at the
-- shop stay as they are.
-- in batches
update customers customer
   set by_staff = true, email = told.email, name = told.name, email_key = coalesce(told.email_key, ''),
       name_key = customer_name_key(told.name), phone_key = ''
  from (
    select made.merchant_id, made.user_id,
           -- The address that staff typed, unless it has changed since.
           case when account.verified_at <= made.created_at then account.email end as email,
           case when account.verified_at <= made.created_at then account.email_key end as email_key,
           coalesce(first.shipping_address ->> 'name', first.billing_address ->> 'name') as name
      from orders first
      join customers made on made.merchant_id = first.merchant_id and made.user_id = first.user_id
                             and made.created_at = first.created_at and not made.by_staff
      join users account on account.id = made.user_id and not account.is_guest and account.deleted_at is null
     where first.source = 'staff'
       and not exists (select from orders own where own.merchant_id = made.merchant_id and own.user_id = made.user_id
                                                and own.source <> 'staff')
       and not exists (select from carts where carts.merchant_id = made.merchant_id and carts.user_id = made.user_id)
       and not exists (select from staff where staff.merchant_id = made.merchant_id and staff.user_id = made.user_id)
     limit 1000) told
 where customer.merchant_id = told.merchant_id and customer.user_id = told.user_id and not customer.by_staff;
-- One record of an address at a shop.
create unique index concurrently if not exists customers_by_staff on customers (merchant_id, email_key)
  where by_staff and email_key <> '';
