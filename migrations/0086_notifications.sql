-- What each member of a shop's staff is told by mail, at once or once a day. Without a row nothing, but for owners of
-- shops that are made from now on (`notification_start`).
create table notification_choices (
  merchant_id uuid not null,
  user_id uuid not null,
  kinds jsonb not null,
  large_order_over numeric,
  updated_at timestamptz not null,
  constraint notification_choices_pkey primary key (merchant_id, user_id),
  constraint notification_choices_over check (large_order_over > 0)
);
create index notification_choices_of_user on notification_choices (user_id);

create table notification_start (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null
);
insert into notification_start (since) values (now());

-- How far a shop's events and other rows have been read for notifications.
create table notification_cursors (
  merchant_id uuid not null,
  position bigint not null,
  seen_at timestamptz not null,
  constraint notification_cursors_pkey primary key (merchant_id)
);
create index notification_cursors_seen on notification_cursors (seen_at);

-- Products that people were told to be low, until they are no longer.
create table notified_products (
  merchant_id uuid not null,
  product_id uuid not null,
  constraint notified_products_pkey primary key (merchant_id, product_id)
);

-- What the next daily mail has.
create table notification_digests (
  merchant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  notice jsonb not null,
  created_at timestamptz not null,
  constraint notification_digests_pkey primary key (merchant_id, user_id, id)
);
create index notification_digests_of_user on notification_digests (user_id);
