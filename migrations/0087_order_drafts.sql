-- Orders that staff prepares. A draft is no order: it reserves and counts nothing, and is gone once it is placed.
create table order_drafts (
  merchant_id uuid not null,
  -- Of the order, too, once it is placed.
  id uuid not null,
  number text not null,
  -- As POST and PATCH /admin/orders gave it.
  body jsonb not null,
  -- What it costs, as the row of an order.
  quote jsonb not null,
  -- The customer, if the shop knows them.
  user_id uuid,
  valid_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint order_drafts_pkey primary key (merchant_id, id)
);
create index order_drafts_user on order_drafts (user_id) where user_id is not null;
