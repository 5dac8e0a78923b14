create table wishes (
  merchant_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null,
  created_at timestamptz not null default now(),
  -- The last time that units came in of a product that was sold out.
  back_at timestamptz,
  primary key (merchant_id, user_id, product_id),
  foreign key (merchant_id, product_id) references products (merchant_id, id) on delete cascade
);
create index on wishes (merchant_id, product_id);
