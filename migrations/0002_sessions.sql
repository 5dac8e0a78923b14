-- Sessions, the tokens they and mails carry, and counts of failed sign-ins.

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

-- What LOGIN_LIMIT_PER_MINUTE counts, by a hash of whom or what is counted. Unlogged: a crash of the database may
-- forget a minute.
create unlogged table attempt_counts (
  key bytea primary key,
  window_start timestamptz not null,
  count integer not null
) with (fillfactor = 50);
create index attempt_counts_age on attempt_counts (window_start);
