-- What a way to pay costs. An order has it in its total; a refund says how much of it is the fee.
alter table payment_methods
  add column fee_minor bigint,
  add column fee_tax_class text,
  add constraint payment_methods_fee check ((fee_minor is null) = (fee_tax_class is null) and fee_minor > 0) not valid;

-- A tax line has `fee_minor` if it taxes the fee.
alter table orders
  add column payment_fee_total_minor bigint not null default 0,
  drop constraint orders_total_adds_up,
  add constraint orders_total_adds_up check (
    total_minor = subtotal_minor - discount_total_minor + shipping_total_minor + payment_fee_total_minor
                  + rounding_total_minor + case when tax_included then 0 else tax_total_minor end) not valid,
  add constraint orders_payment_fee check (payment_fee_total_minor >= 0) not valid;

alter table refunds add column payment_fee_minor bigint not null default 0;
