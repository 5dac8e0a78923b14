-- no transaction
create index concurrently if not exists customers_untold on customers (merchant_id, user_id) where not told;
-- Customers from what their shop knows: who registered there as they registered, the others from their last order.
-- in batches
update customers customer
   set told = true, name = known.name, email = known.email, phone = known.phone, company = known.company,
       vat_number = known.vat_number, name_key = customer_name_key(known.name), email_key = known.email_key,
       phone_key = regexp_replace(coalesce(known.phone, ''), '\D', '', 'g')
  from (
    select made.merchant_id, made.user_id, state.*
      from (select * from customers where not told limit 1000) made
      left join users account on account.id = made.user_id
      left join lateral (
        select * from orders where orders.merchant_id = made.merchant_id and orders.user_id = made.user_id
         order by orders.created_at desc, orders.id desc limit 1) last on true
      cross join lateral (
        select account.deleted_at is null and account.id is not null as is_there,
               not made.by_staff and account.created_at = made.created_at as registered,
               last.billing_address as billing, last.shipping_address as shipping) known
      cross join lateral (
        select case when not is_there then null
                    when made.by_staff then made.name
                    when registered then account.name
                    else coalesce(account.name, billing ->> 'name', shipping ->> 'name') end as name,
               case when not is_there then null
                    when made.by_staff then made.email
                    when account.is_guest then coalesce(last.email, nullif(made.email_key, ''))
                    else account.email end as email,
               case when not is_there then ''
                    when made.by_staff or account.is_guest then made.email_key
                    else coalesce(account.email_key, '') end as email_key,
               case when not is_there then null
                    when registered then account.phone
                    else coalesce(shipping ->> 'phone', billing ->> 'phone') end as phone,
               case when is_there then coalesce(billing ->> 'company', shipping ->> 'company') end as company,
               case when is_there then last.buyer_vat ->> 'number' end as vat_number) state
     ) known
 where customer.merchant_id = known.merchant_id and customer.user_id = known.user_id and not customer.told;
drop index if exists customers_untold;
-- Shops without tags have no entry.
create index concurrently if not exists customers_by_tag on customers using gin (merchant_id, tag_keys(tags))
  with (gin_pending_list_limit = 256) where tags <> '{}';
