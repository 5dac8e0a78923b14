-- no transaction
-- Checks the rows of before, without holding up others.
alter table orders validate constraint orders_total_adds_up;
alter table orders validate constraint orders_discounted;
alter table order_items validate constraint order_items_discounted;
