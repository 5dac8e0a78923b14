-- Whether an order is in a currency other than its shop's own, which is fixed from the first order on: set by a trigger
-- when it is placed. No order of an earlier release is.
alter table orders add column other_currency boolean not null default false;
