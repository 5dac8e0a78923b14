-- no transaction
alter table orders validate constraint orders_paid;
alter table orders validate constraint orders_refunded_of_paid;
alter table orders validate constraint orders_payment_status;
