-- Second factors (RFC 6238), their recovery codes, and sign-ins that wait for a code.

create table two_factors (
  user_id uuid primary key references users,
  -- Encrypted (src/platform/lib/sealed.ts).
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first code shows that the authenticator has the secret; until then it has no effect.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. Codes of this step and of earlier ones are refused.
  last_step integer not null default 0,
  -- Codes tried since the last right one, within the day that began at `tries_since`.
  tries integer not null default 0,
  tries_since timestamptz not null
);

-- Hashed; a used one is deleted.
create table recovery_codes (
  user_id uuid not null references two_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references two_factors on delete cascade,
  device_id text not null,
  -- The SHA-256 of the password's hash: a changed password ends the sign-in.
  password_check bytea not null,
  -- The session to open, as in `sessions`.
  merchant_id uuid references merchants,
  role text,
  tries integer not null default 0,
  expires_at timestamptz not null,
  constraint sign_in_challenges_admin check ((merchant_id is null) = (role is null))
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_end on sign_in_challenges (expires_at);

-- Every process polls the settings that changed.
create index merchant_settings_changed on merchant_settings (updated_at);
