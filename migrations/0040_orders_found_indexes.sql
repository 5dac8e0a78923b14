-- no transaction
-- What there was before its changes were noted: all orders, less what is counted or noted already. Read at one moment,
-- so it is exact beside writers, and adds nothing when it runs again.
insert into order_counts as counted (merchant_id, day, status, payment_status, fulfillment_status, orders)
select fact.merchant_id, span.day, fact.status, fact.payment_status, fact.fulfillment_status, sum(fact.orders)
  from (select merchant_id, (created_at at time zone 'UTC')::date as day, status, payment_status,
               case status when 'completed' then 'fulfilled' else fulfillment_status end as fulfillment_status,
               1 as orders
          from orders
         union all
        select merchant_id, day, status, payment_status, fulfillment_status, -orders from order_count_changes
         union all
        select merchant_id, day, status, payment_status, fulfillment_status, -orders from order_counts
         where day > '-infinity') fact
 cross join lateral (values (fact.day), (date '-infinity')) span (day)
 group by 1, 2, 3, 4, 5
having sum(fact.orders) <> 0
on conflict (merchant_id, day, status, payment_status, fulfillment_status)
do update set orders = counted.orders + excluded.orders;

-- By time and by total. What a filter looks at besides is in the index of totals: it is read along for rare matches.
create index concurrently if not exists orders_by_time on orders (merchant_id, created_at, id);
create index concurrently if not exists orders_by_total on orders (merchant_id, total_minor, id)
  include (created_at, status, payment_status, fulfillment_status);

-- By status and payment, and a user's: each by time.
create index concurrently if not exists orders_by_state
  on orders (merchant_id, status, payment_status, created_at, id);
drop index if exists orders_by_status;
create index concurrently if not exists orders_of_user_by_time on orders (merchant_id, user_id, created_at, id);
drop index if exists orders_of_user;

-- By a part of the number behind its day, and of an address other than the account's. Numbers of a day are one range.
create index concurrently if not exists orders_by_number_part on orders
  using gin (substr(order_number, 8) gin_trgm_ops) with (gin_pending_list_limit = 256);
create index concurrently if not exists orders_by_email on orders
  using gin ((' ' || lower(email)) gin_trgm_ops) with (gin_pending_list_limit = 256) where email is not null;
drop index if exists orders_by_status_and_number;
