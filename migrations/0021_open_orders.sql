-- no transaction
-- What a user has open at a shop is counted when an order is placed.
create index concurrently if not exists orders_open on orders (merchant_id, user_id) where status = 'pending';

-- The payments of an order, newest first, in place of an index without that order.
create index concurrently if not exists payments_newest on payments (merchant_id, order_id, id desc);
drop index if exists payments_of_order;
