-- Staff gave the price of the line: promotions do not change it when discounts are found anew. Earlier lines do not say.
alter table order_items add column priced_by_staff boolean not null default false;
