-- Amounts in other currencies than the shop's, by their codes, in minor units; null: none. An order in a currency that
-- is missing has none of what has amounts.
alter table shipping_methods add column prices jsonb;
alter table payment_methods add column prices jsonb;
alter table promotions add column prices jsonb;
