-- False of a key that a release made in which `orders.write` included `orders.fulfil` and `orders.refund`: such a key
-- has all three (docs/decisions/0072). Releases before this one go on making them.
alter table api_keys add column orders_write_alone boolean not null default false;
