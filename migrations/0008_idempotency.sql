-- The keys that make a repeated request run once.

-- Written in the transaction of the work it guards: two requests with one key can never both commit.
create table idempotency_keys (
  -- Who used it: a user's id, or for register a hash of the device id.
  owner text not null,
  key text not null,
  -- Method, path, merchant and body, hashed: the same key for anything else is refused.
  fingerprint bytea not null,
  -- Null while work that cannot be one transaction is under way; then `body` says which work.
  status integer,
  -- The answer, encrypted: it may hold a token or a secret.
  body bytea not null,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
