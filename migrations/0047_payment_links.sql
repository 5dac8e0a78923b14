-- Links with which an order is paid without an account. Whoever has the token can pay; only its hash is stored.
create table payment_links (
  merchant_id uuid not null,
  token_hash bytea not null,
  order_id uuid not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, token_hash)
);
create index payment_links_expired on payment_links (expires_at);
