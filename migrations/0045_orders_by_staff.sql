-- Orders by staff: where an order comes from, until when it can be paid, and items that no product has.

alter table orders
  add column source text collate "C" not null default 'storefront',
  -- Null: the payment window of the service ends it.
  add column expires_at timestamptz(3);
alter table orders
  add constraint orders_source check (source in ('storefront', 'staff', 'agent')) not valid,
  add constraint orders_expires check (expires_at > created_at and expires_at - created_at <= interval '366 days')
    not valid;

-- An item with a name and a price of its own. Nothing is reserved for it.
alter table order_items add column custom boolean not null default false;
