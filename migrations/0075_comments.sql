-- What staff says among themselves about an order, a customer, a return or a product.
create table comments (
  merchant_id uuid not null,
  id uuid not null,
  subject text not null,
  subject_id uuid not null,
  text text not null,
  -- A user or a key.
  actor_id uuid not null,
  created_at timestamptz not null,
  constraint comments_pkey primary key (merchant_id, id),
  constraint comments_subject check (subject in ('order', 'customer', 'return', 'product')),
  constraint comments_text check (text <> '')
);
create index comments_by_subject on comments (merchant_id, subject, subject_id, id);
