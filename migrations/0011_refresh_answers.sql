-- The answer to the refresh token that a session spent last, for a few seconds (REFRESH_GRACE_SECONDS), so that a tab,
-- or a client whose answer was lost, gets the same pair again (docs/decisions/0070).
create table refresh_answers (
  session_id uuid primary key references sessions on delete cascade,
  -- Of the spent token, whose holder alone can read the answer: its key is derived from the token.
  token_hash bytea not null,
  answer bytea not null,
  created_at timestamptz not null
);
