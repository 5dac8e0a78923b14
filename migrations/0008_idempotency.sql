-- Idempotency keys.

-- A key is written in the transaction of its request: two requests with one key can never both commit.
create table idempotency_keys (
  -- The id of the user, or for registration a hash of the device id.
  owner text not null,
  key text not null,
  -- Hash of method, path, merchant and body: a request that differs is refused.
  fingerprint bytea not null,
  -- Null while work that spans several transactions is running; `body` then identifies that work.
  status integer,
  -- The response, encrypted: it may contain a token or a secret.
  body bytea not null,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
