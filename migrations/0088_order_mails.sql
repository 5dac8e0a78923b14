-- Mails about an order that were sent, or refused by the mailbox's server.
create table order_mails (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  -- Null: the customer was erased.
  address text,
  bounced boolean not null,
  at timestamptz not null default now(),
  constraint order_mails_pkey primary key (merchant_id, order_id, id)
);
