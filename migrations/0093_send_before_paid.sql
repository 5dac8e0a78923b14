-- What may be sent before it is paid: all that is paid by a method, or what a customer orders.
alter table payment_methods
  add column send_before_paid boolean not null default false,
  add constraint payment_methods_sent check (not send_before_paid or kind <> 'card');

alter table customers add column send_before_paid boolean not null default false;
