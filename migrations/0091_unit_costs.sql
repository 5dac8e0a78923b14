-- What a unit of a product costs the shop, and what it cost when an order took it. Null: not known.
alter table products add column unit_cost_minor bigint
  constraint products_unit_cost_minor_check check (unit_cost_minor >= 0);
alter table order_items add column unit_cost_minor bigint;
