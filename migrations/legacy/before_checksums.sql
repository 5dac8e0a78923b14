-- Brings a database of any release before checksums were kept to what 0001 to 0012 make of an empty one.
--
-- Those releases changed their migrations in place, and a database had what its first release made plus the files that
-- later ones added: so each step below looks at the database, not at names of files, and does nothing where its work is
-- done. On the last of those releases all of them do nothing. Later migrations, and the functions and triggers, follow
-- in the same transaction.

-- A first start that was cut off between two of its files left a database that nobody has used.
do $$ begin
  if to_regclass('product_imports') is null then
    raise exception 'the release that made this database did not finish its first start; begin with an empty database';
  end if;
end $$;

-- What is recounted must not change meanwhile, and it is all locked before anything is done: a lock that is not to be
-- had then costs nothing but another try. If nothing is recounted, reads go on. Migration 0015 locks events before the
-- triggers lock the other tables; requests lock events after these, so each would wait for the other.
do $$ begin
  if to_regclass('figure_days') is null then
    lock table merchants, users, customers, products, stock, low_stock, orders, carts, webhook_subscriptions, events,
               deliveries, figure_changes in access exclusive mode;
  else
    lock table merchants, users, customers, products, stock, low_stock, orders, carts, webhook_subscriptions, events,
               deliveries in share row exclusive mode;
  end if;
end $$;

-- Functions whose result or parameters changed, or that are gone: `create or replace` does not replace them.
do $$
declare
  outdated regprocedure;
begin
  for outdated in
    select oid::regprocedure from pg_proc
     where pronamespace = current_schema()::regnamespace
       and (proname in ('event_bodies', 'record_search_change')
         or proname = 'claim_deliveries' and pg_get_function_result(oid) not like '%own_number%'
         or proname = 'record_outcomes' and proretset
         or proname = 'reclaim_expired' and pronargs < 4)
  loop
    -- With the trigger of record_search_change; it is made again with the function that took its place.
    execute format('drop function %s cascade', outdated);
  end loop;
end $$;

-- The version of the catalog, first called search_changes: a sum of random numbers, so it may begin again.
do $$ begin
  if to_regclass('catalog_changes') is null then
    drop table if exists search_changes;
    create table catalog_changes (
      amount bigint not null default 1 + (random() * 1e9)::bigint
    ) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);
    insert into catalog_changes default values;
  end if;
  if to_regclass('search_words_begun') is null then
    create index search_words_begun on search_words ("left"(word, 2), products desc) where products > 0;
  end if;
end $$;

-- Counts of deliveries: all that are there.
do $$ begin
  if to_regclass('delivery_counts') is null then
    create table delivery_counts (
      merchant_id uuid not null,
      subscription_id uuid not null,
      block_hours integer not null check (block_hours in (1, 24)),
      block integer not null,
      event_name text not null,
      pending integer not null,
      delivered integer not null,
      failed integer not null,
      cancelled integer not null,
      primary key (merchant_id, subscription_id, block_hours, block, event_name)
    ) with (fillfactor = 70);
    create table delivery_count_changes (
      merchant_id uuid not null,
      subscription_id uuid not null,
      hour integer not null,
      event_name text not null,
      pending integer not null,
      delivered integer not null,
      failed integer not null,
      cancelled integer not null
    ) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
            autovacuum_vacuum_cost_delay = 0);
    insert into delivery_counts
    select merchant_id, subscription_id, span.hours, hour / span.hours, event_name,
           count(*) filter (where status = 'pending'), count(*) filter (where status = 'delivered'),
           count(*) filter (where status = 'failed'), count(*) filter (where status = 'cancelled')
      from (select *, (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 3600000)::integer as hour
              from deliveries) delivery
     cross join (values (1), (24)) span (hours)
     group by 1, 2, 3, 4, 5;
    create index webhook_subscriptions_closed on webhook_subscriptions (id) where not active or deleted_at is not null;
  end if;
end $$;

-- Counts of the event log: a sweep counts from the mark on, so all that is there.
do $$ begin
  if to_regclass('event_stretches') is null then
    create table event_stretches (
      merchant_id uuid not null,
      day integer not null,
      first_transaction xid8 not null,
      last_transaction xid8 not null,
      low uuid not null,
      high uuid not null,
      total integer not null,
      totals jsonb not null,
      primary key (merchant_id, day, first_transaction)
    ) with (fillfactor = 70);
    create table event_log_mark (counted_until xid8 not null);
    insert into event_log_mark (counted_until) values ('0');
    create index events_of_transaction on events (transaction_id);
  end if;
end $$;

-- Figures by the day and in all, from the hours; changes that were not folded yet are added to all three by the fold.
do $$ begin
  if to_regclass('figure_days') is null then
    create table figure_days (like figure_hours, primary key (merchant_id, hour)) with (fillfactor = 80);
    insert into figure_days
    select merchant_id, date_trunc('day', hour, 'UTC'), sum(pending), sum(paid), sum(processing), sum(completed),
           sum(cancelled), sum(paid_orders), sum(revenue_minor), sum(new_customers), sum(abandoned_carts),
           sum(delivered), sum(failed)
      from figure_hours group by 1, 2;
    create table figure_totals (
      merchant_id uuid primary key,
      pending integer not null,
      paid integer not null,
      processing integer not null,
      completed integer not null,
      cancelled integer not null,
      customers integer not null
    ) with (fillfactor = 50);
    insert into figure_totals
    select merchant_id, sum(pending), sum(paid), sum(processing), sum(completed), sum(cancelled), sum(new_customers)
      from figure_hours group by 1;

    alter table product_sales
      drop constraint product_sales_pkey, add primary key (merchant_id, block_days, block, product_id);
    create index product_sales_by_revenue
      on product_sales (merchant_id, block_days, block, revenue_minor, product_id, units);
    create index product_sales_by_units
      on product_sales (merchant_id, block_days, block, units, product_id, revenue_minor);

    -- A customer without an order has a row here, too.
    insert into customer_sales select merchant_id, user_id, 0, 0 from customers on conflict do nothing;
    create index customer_sales_by_count on customer_sales (merchant_id, order_count, user_id);
    create index customer_sales_by_total on customer_sales (merchant_id, order_total_minor, user_id);

    alter table orders add constraint orders_number_of_day
      check (starts_with(order_number, to_char(created_at at time zone 'UTC', 'YYMMDD-')));
    create index orders_by_status_and_number on orders (merchant_id, status, order_number);
  end if;
end $$;

-- Of which products few are left: whether they are for sale, and how many they are.
do $$ begin
  if to_regclass('low_stock_counts') is null then
    alter table low_stock add column for_sale boolean;
    update low_stock set for_sale = product.status = 'active'
      from products product
     where product.merchant_id = low_stock.merchant_id and product.id = low_stock.product_id;
    alter table low_stock alter column for_sale set not null;
    create index low_stock_emptiest_for_sale on low_stock (merchant_id, available, product_id) where for_sale;
    create table low_stock_counts (
      merchant_id uuid not null,
      available integer not null,
      for_sale boolean not null,
      products integer not null,
      primary key (merchant_id, available, for_sale)
    ) with (fillfactor = 50);
    insert into low_stock_counts select merchant_id, available, for_sale, count(*) from low_stock group by 1, 2, 3;
    alter table figure_changes
      add column available integer, add column for_sale boolean, add column low_products integer not null default 0;
  end if;
end $$;

-- What a shop sorts its customers by.
do $$ begin
  if to_regclass('customers_by_name') is null then
    alter table customers
      add column name_key text collate "C" not null default '',
      add column email_key text collate "C" not null default '';
    update customers customer
       set name_key = lower(regexp_replace(
             normalize(coalesce(account.name, ''), nfkd), U&'[\0300-\036f]', '', 'g')),
           email_key = coalesce(account.email_key, '')
      from users account where account.id = customer.user_id;
    create index customers_by_name on customers (merchant_id, name_key, user_id);
    create index customers_by_email on customers (merchant_id, email_key, user_id);
  end if;
end $$;

-- Days of deliveries that were made without room for the change of each when it ends.
do $$
declare
  part regclass;
begin
  for part in
    select oid from pg_class join pg_inherits on inhrelid = oid
     where inhparent = 'deliveries'::regclass and relname ~ '_\d{8}$' and reloptions is null
  loop
    execute format('alter table %s set (fillfactor = 60)', part);
  end loop;
end $$;
