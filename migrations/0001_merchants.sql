-- Merchants (shops), people, and who works or buys where.

create extension if not exists pg_trgm;

create table merchants (
  id uuid primary key,
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now()
);
-- The oldest merchant is the default one; every registration looks it up.
create index merchants_first on merchants (created_at, id);

create table users (
  id uuid primary key,
  -- As the user typed it; null once the account is erased.
  email text,
  -- Normalized for comparison (NFKC, lower case). One account per address.
  email_key text constraint users_email_key unique,
  name text,
  phone text,
  -- Argon2id in PHC form; null once the account is erased.
  password_hash text,
  is_verified boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint users_erased check ((deleted_at is null) = (email_key is not null))
);

-- A shop searches its customers by a part of name or address. The leading blank makes the first word of the name match
-- like any other. The function is here and not in a repeatable file because the index stores its results: to change it,
-- a new numbered file replaces the function and rebuilds the index.
create function user_search_text(name text, email_key text) returns text language sql immutable parallel safe
  return ' ' || lower(coalesce(name, '')) || ' ' || coalesce(email_key, '');
create index users_search on users using gin (user_search_text(name, email_key) gin_trgm_ops);

create table staff (
  merchant_id uuid not null references merchants,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'manager', 'viewer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, user_id)
);
create index staff_user on staff (user_id);
create index staff_of_merchant on staff (merchant_id, created_at, user_id);

-- A user who registered with, put a cart together at, or ordered from a merchant.
create table customers (
  merchant_id uuid not null references merchants,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  -- Copied from users by triggers, so that a shop's customers can be sorted by an index.
  name_key text collate "C" not null default '',
  email_key text collate "C" not null default '',
  primary key (merchant_id, user_id)
);
create index customers_user on customers (user_id);
create index customers_newest on customers (merchant_id, created_at desc, user_id desc);
create index customers_by_name on customers (merchant_id, name_key, user_id);
create index customers_by_email on customers (merchant_id, email_key, user_id);
