-- no transaction
-- The rules of the migration before hold for all rows by their defaults; checked without a lock that stops writers.
alter table products validate constraint products_voucher;
alter table order_items validate constraint order_items_voucher;
alter table orders validate constraint orders_voucher;
alter table orders validate constraint orders_untaxed;
alter table refunds validate constraint refunds_voucher;
alter table stored_value_accounts validate constraint stored_value_accounts_bought;
alter table stored_value_accounts validate constraint stored_value_accounts_kind;
alter table stored_value_entries validate constraint stored_value_entries_kind;
create unique index concurrently if not exists gift_cards_of_order
  on stored_value_accounts (merchant_id, order_id, line, unit) where order_id is not null;
-- Found by erasures of their recipients.
create index concurrently if not exists orders_gift on orders (lower(gift ->> 'email')) where gift is not null;
create index concurrently if not exists gift_cards_mailed
  on stored_value_accounts (lower(email)) where email is not null;
-- And of their buyers.
create index concurrently if not exists orders_gift_bought on orders (user_id) where gift is not null;
