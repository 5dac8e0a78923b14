-- no transaction

-- Foreign keys that each order or payment checked, and locked the referenced row for. Merchants, users, orders and
-- payments are never deleted, and the statement that inserts a line or a payment has its order at hand: it inserts it
-- or holds its lock. The recount (test/upgrade/recount.ts) looks for rows without what they refer to.
alter table orders drop constraint if exists orders_merchant_id_fkey;
alter table orders drop constraint if exists orders_user_id_fkey;
alter table order_items drop constraint if exists order_items_merchant_id_order_id_fkey;
alter table payments drop constraint if exists payments_merchant_id_order_id_fkey;

-- Only releases before positions (0015_event_positions.sql) read by these.
drop index if exists events_of_merchant;
drop index if exists events_of_transaction;

-- Its callers were releases before reserve_units.
drop function if exists reserve_stock(uuid, uuid, uuid, timestamptz, uuid[], int[]);
