-- Invoices and credit notes: what a shop sets, the numbers, the frozen documents, and what waits for a number.

-- Null: the shop issues none.
alter table merchant_settings add column invoices jsonb;

create table invoice_series (
  merchant_id uuid not null,
  kind text collate "C" not null check (kind in ('invoice', 'credit_note')),
  last_number bigint not null,
  primary key (merchant_id, kind)
);

-- Never changed and never deleted: also not when the account of the buyer is.
create table invoices (
  merchant_id uuid not null,
  id uuid not null,
  kind text collate "C" not null,
  number bigint not null,
  -- The number before it in its series; null: it is the first.
  follows bigint,
  -- Staff has set the next number of the series, so that it does not follow the last one.
  raised boolean not null,
  -- With its prefix.
  full_number text collate "C" not null,
  order_id uuid not null,
  user_id uuid not null,
  cause text collate "C" not null,
  refund_id uuid,
  fulfillment_id uuid,
  -- The invoice that a credit note, or an invoice after it, is about.
  corrects uuid,
  currency text not null,
  total_minor bigint not null,
  tax_minor bigint not null,
  -- The moment of the payment, the fulfillment or the refund: numbers are given in this order.
  caused_at timestamptz not null,
  issued_at timestamptz(3) not null,
  -- A frozen invoice in the terms of EN 16931.
  data jsonb not null,
  primary key (merchant_id, id),
  constraint invoices_kind check (kind in ('invoice', 'credit_note')),
  constraint invoices_number unique (merchant_id, kind, number),
  constraint invoices_full_number unique (merchant_id, full_number),
  constraint invoices_gapless check (number > 0 and (follows is null or number = follows + 1
                                                     or raised and number > follows)),
  constraint invoices_follows foreign key (merchant_id, kind, follows) references invoices (merchant_id, kind, number)
);

create index invoices_of_order on invoices (merchant_id, order_id, issued_at);
create index invoices_of_user on invoices (merchant_id, user_id, id);

-- The bytes as they were made from the frozen data, once.
create table invoice_files (
  merchant_id uuid not null,
  invoice_id uuid not null,
  pdf bytea not null,
  -- SHA-256 of the PDF.
  pdf_hash bytea not null,
  -- UBL 2.1; null: the invoice has no form in EN 16931.
  ubl text,
  created_at timestamptz(3) not null,
  primary key (merchant_id, invoice_id)
);

-- Payments, fulfillments and refunds of which a paper is due. Their transactions add a row and wait for nobody; one job
-- gives the numbers and deletes the rows. A row's id becomes that of the paper.
create table invoice_requests (
  merchant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  cause text collate "C" not null,
  order_id uuid not null,
  refund_id uuid,
  fulfillment_id uuid,
  caused_at timestamptz not null,
  primary key (merchant_id, id)
);

create index invoice_requests_in_order on invoice_requests (merchant_id, caused_at, id);
