-- Staff gave the price of the line: no promotion found anew changes it. Earlier lines do not say.
alter table order_items add column priced_by_staff boolean not null default false;
