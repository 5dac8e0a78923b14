-- no transaction
-- Customers are found by the phone of their account: its digits, copied as the name is.
alter table customers add column if not exists phone_key text not null default '';
create index concurrently if not exists customers_found_by_phone on customers
  using gin (merchant_id, phone_key gin_trgm_ops) where phone_key <> '';
-- in batches
update customers set phone_key = regexp_replace(users.phone, '\D', '', 'g')
  from users
 where users.id = customers.user_id
   and (customers.merchant_id, customers.user_id) in (
         select customers.merchant_id, customers.user_id
           from customers join users on users.id = customers.user_id
          where users.phone ~ '\d' and customers.phone_key = ''
          limit 1000);
