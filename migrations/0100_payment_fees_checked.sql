-- no transaction
-- Validation does not block writes, unlike the lock that 0099 took to add the constraints.
alter table payment_methods validate constraint payment_methods_fee;
alter table orders validate constraint orders_total_adds_up;
alter table orders validate constraint orders_payment_fee;
