-- Ways to pay that a shop chooses. An order keeps a copy of the one that it is paid by.
create table payment_methods (
  merchant_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  instructions text,
  countries text[],
  min_minor bigint,
  max_minor bigint,
  keeps_stock_hours integer,
  net_days integer,
  reference text not null default 'order_number',
  bank jsonb,
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_methods_pkey primary key (merchant_id, id),
  constraint payment_methods_kind
    check (kind in ('card', 'bank_transfer', 'cash_on_delivery', 'on_account', 'in_store')),
  constraint payment_methods_amounts check (min_minor >= 0 and max_minor >= 0 and max_minor >= min_minor),
  constraint payment_methods_times check (keeps_stock_hours > 0 and net_days >= 0),
  constraint payment_methods_reference check (reference in ('order_number', 'rf')),
  constraint payment_methods_bank check ((kind = 'bank_transfer') = (bank is not null))
);

-- Orders of a shop without methods read none.
alter table merchant_settings add column has_payment_methods boolean not null default false;

alter table orders add column payment_terms jsonb;
