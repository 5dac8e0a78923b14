-- For whom a cart or an order was begun; null: the shop has no markets, and all is in its own language.
alter table carts add column market_id uuid, add column locale text;
alter table orders add column market_id uuid, add column locale text;
