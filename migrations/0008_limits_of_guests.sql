-- Limits of guests, of new accounts by client address, and how long an unpaid order keeps its units from others
-- (docs/decisions/0031).
alter table merchant_settings
  add column guest_max_open_orders integer not null default 3
    constraint merchant_settings_guest_max_open_orders_check check (guest_max_open_orders between 1 and 10000),
  add column guest_max_quantity_per_line integer not null default 100
    constraint merchant_settings_guest_max_quantity_per_line_check
    check (guest_max_quantity_per_line between 1 and 1000000),
  add column max_unpaid_units_per_address integer not null default 200
    constraint merchant_settings_max_unpaid_units_per_address_check
    check (max_unpaid_units_per_address between 1 and 10000000),
  add column hold_unpaid_seconds integer not null default 600
    constraint merchant_settings_hold_unpaid_seconds_check check (hold_unpaid_seconds between 60 and 86400);

-- Keyed hash of the client address of a pending order by a guest or a new account; null in every other order.
alter table orders add column client_hash bytea;
