-- Lists count at most 10,000 items along their own index (docs/decisions/0009): what kept exact counts goes, and lists
-- that were read with the help of these counts get an index.

drop trigger if exists products_counted_in on products;
drop trigger if exists products_counted_out on products;
drop trigger if exists products_counted_anew on products;
drop function if exists record_product_counts();
drop table product_counts, product_count_changes;

drop table order_counts, order_count_changes;
drop table audit_counts, audit_count_changes;

drop trigger if exists deliveries_counted on deliveries;
drop function if exists record_delivery_counts();
drop table delivery_counts, delivery_count_changes;

drop trigger if exists low_stock_counted_in on low_stock;
drop trigger if exists low_stock_counted_out on low_stock;
drop trigger if exists low_stock_counted_anew on low_stock;
drop function if exists record_low_stock_counts();
drop table low_stock_counts;
delete from figure_changes where hour = '-infinity';
alter table figure_changes drop column available, drop column for_sale, drop column low_products;

drop function if exists number_and_count(uuid, uuid[], bigint[]);
drop table event_segments;

-- Orders that are sent in part: the one state that status and payment status do not tell.
create index orders_sent on orders (merchant_id, created_at, id)
  where status <> 'completed' and fulfillment_status <> 'unfulfilled';

-- Few deliveries end so. Of a name: a receiver asks for some names, of which one may be rare.
create index deliveries_not_delivered on deliveries (merchant_id, subscription_id, status, id)
  where status in ('failed', 'cancelled');
create index deliveries_of_name on deliveries (merchant_id, subscription_id, event_name, id);

-- With the id, which says the time of the event.
drop index events_of_log;
create index events_of_log on events (merchant_id, position, id) where position is not null;
create index events_of_name on events (merchant_id, name, position, id) where position is not null;
