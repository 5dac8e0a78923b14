-- no transaction
-- By the order alone, which no other index has: with the shop before it, PostgreSQL took any index of the shop's
-- refunds for as good while there were few.
create index concurrently if not exists refunds_by_order on refunds (order_id, id);
drop index if exists refunds_of_order;
