-- Edits of orders: what an edit changed, what it gave back, and edits that wait for their payment.

-- What edits have changed of orders. Figures, the ledger of stock and invoices follow these rows.
create table order_edits (
  merchant_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  -- 'paid' ends one that waited for its payment, 'taken_back' undoes it.
  kind text collate "C" not null,
  -- Nothing of it waits for a payment: invoices follow.
  is_settled boolean not null,
  difference_minor bigint not null,
  tax_minor bigint not null,
  -- [{product_id, units, paid_minor}]: what the lines of each product have more.
  products jsonb not null,
  -- [{product_id, units}]: what is reserved more.
  stock jsonb not null,
  actor_id uuid,
  created_at timestamptz(3) not null,
  primary key (merchant_id, order_id, id),
  constraint order_edits_kind check (kind in ('edited', 'paid', 'taken_back'))
);

-- One row for each paid order that an edit made dearer, until the difference is paid or the edit is taken back.
create table unpaid_edits (
  merchant_id uuid not null,
  order_id uuid not null,
  -- The order as it was paid.
  before jsonb not null,
  -- [{product_id, quantity}]: units that have left the order and stay reserved, so that it can be as it was.
  held jsonb not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, order_id)
);

-- A refund of an edit lowers what was paid; it is no refund of units.
alter table refunds add column edit_id uuid;
