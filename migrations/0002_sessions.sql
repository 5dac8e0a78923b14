-- Sessions, refresh tokens, mailed tokens, and counts of failed sign-ins.

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
-- Every process polls the recently revoked sessions several times a second.
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;

-- Every refresh token of a session, hashed. A token is used once; using it a second time is treated as theft.
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
  -- The address it was sent to. It verifies only this address, even if the account has another one by then.
  email_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_tokens_user on mail_tokens (user_id, purpose);
-- At most one password reset token per user.
create unique index mail_tokens_reset on mail_tokens (user_id) where purpose = 'reset_password';
create index mail_tokens_end on mail_tokens (expires_at);

-- Attempts for LOGIN_LIMIT_PER_MINUTE, by a hash of the account or address. Unlogged: a database crash may lose them.
create unlogged table attempt_counts (
  key bytea primary key,
  window_start timestamptz not null,
  count integer not null
) with (fillfactor = 50);
create index attempt_counts_age on attempt_counts (window_start);
