-- An account changes its address in two steps, and for a week the former address can undo it.

-- The address an account is to have, until the link that was mailed to it is used.
create table pending_emails (
  user_id uuid primary key references users,
  -- As the user typed it.
  email text not null,
  -- Normalized like users.email_key. Not unique: the first account to confirm an address gets it.
  email_key text not null,
  created_at timestamptz not null
);
create index pending_emails_age on pending_emails (created_at);

-- Addresses that an account had when a change was begun. No other account can take them meanwhile, or whoever stole an
-- account could bar the way back.
create table former_emails (
  id uuid primary key,
  user_id uuid not null references users,
  email text not null,
  email_key text not null,
  -- When the last change away from it was begun. Undoing that undoes those begun later, never an earlier one.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (user_id, email_key)
);
create index former_emails_key on former_emails (email_key);
create index former_emails_end on former_emails (expires_at);

-- `change_email` is sent to the pending address, `undo_email_change` to the former one.
alter table mail_tokens
  drop constraint mail_tokens_purpose_check,
  add constraint mail_tokens_purpose_check
    check (purpose in ('verify_email', 'reset_password', 'change_email', 'undo_email_change'));
