-- People, their sessions, the merchants (shops), and who works or buys where.

create table merchants (
  id uuid primary key,
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now()
);
-- The first one is the default merchant: asked for at every registration.
create index merchants_first on merchants (created_at, id);

create table users (
  id uuid primary key,
  -- As the user wrote it; null once the account is erased.
  email text,
  -- The form that is compared: NFKC, lower case. One account per address.
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
  primary key (merchant_id, user_id)
);
create index customers_user on customers (user_id);
create index customers_newest on customers (merchant_id, created_at desc, user_id desc);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  device_id text not null,
  -- An admin session belongs to one merchant and carries the role its token was made with.
  merchant_id uuid references merchants,
  role text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint sessions_admin check ((merchant_id is null) = (role is null))
);
create index sessions_user on sessions (user_id, id desc) where revoked_at is null;
create index sessions_device on sessions (user_id, device_id);
create index sessions_end on sessions (expires_at);
-- Read by every process several times a second: what was revoked lately.
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;

-- Every refresh token a session was given, hashed; one is spent when used, and a spent one used again is theft.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Single-use secrets sent by mail, hashed.
create table mail_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  -- The address it was sent to: it proves that one and no other, whatever the account's is by then.
  email_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_tokens_user on mail_tokens (user_id, purpose);
-- One for a new password at a time.
create unique index mail_tokens_reset on mail_tokens (user_id) where purpose = 'reset_password';
create index mail_tokens_end on mail_tokens (expires_at);

-- What LOGIN_LIMIT_PER_MINUTE counts, by a hash of whom or what is counted. Unlogged: a crash of the database may forget a minute.
create unlogged table attempt_counts (
  key bytea primary key,
  window_start timestamptz not null,
  count integer not null
) with (fillfactor = 50);
create index attempt_counts_age on attempt_counts (window_start);
