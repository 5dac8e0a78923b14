-- The customer groups that may choose a payment method; empty: every customer.
alter table payment_methods add column groups uuid[] not null default '{}';
