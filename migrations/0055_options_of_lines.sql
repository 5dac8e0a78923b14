-- The options of a variant when it was ordered, as its name has them; null: the line was written before.
alter table order_items add column options jsonb;
