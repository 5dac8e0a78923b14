-- Staff join by invitation, admin sign-in needs a confirmed address, and API keys act for staff.

-- Members were added without their consent or proof of their address. A shop none of whose owners has confirmed an
-- address would be locked out, so its owners' addresses count as confirmed (docs/decisions/0025).
update users set is_verified = true, updated_at = now()
 where not is_verified and password_hash is not null
   and id in (
     select owner.user_id from staff owner
      where owner.role = 'owner' and not exists (
        select from staff other join users account on account.id = other.user_id
         where other.merchant_id = owner.merchant_id and other.role = 'owner'
           and account.is_verified and account.password_hash is not null));

-- One for each shop and address; the next replaces it. Rows are deleted when accepted, taken back or expired.
create table invitations (
  id uuid primary key,
  merchant_id uuid not null references merchants on delete cascade,
  -- As the inviter typed it.
  email text not null,
  -- Normalized like users.email_key. No reference to users: whether there is an account is not the shop's to learn.
  email_key text not null,
  role text not null check (role in ('owner', 'manager', 'viewer')),
  -- Of the mailed token; null until the mail is sent.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (merchant_id, email_key)
);
create index invitations_of_merchant on invitations (merchant_id, created_at, id);
create index invitations_end on invitations (expires_at);

-- A key acts for the staff member who made it: the references delete it with their role, whichever release removes
-- that, and a key made with another key together with that one.
create table api_keys (
  id uuid primary key,
  merchant_id uuid not null,
  user_id uuid not null,
  made_with uuid constraint api_keys_made_with references api_keys on delete cascade,
  name text not null,
  permissions text[] not null,
  key_hash bytea not null unique,
  last_four text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- The hour of the last use, so that a request is rarely a write.
  last_used_at timestamptz,
  constraint api_keys_maker foreign key (merchant_id, user_id) references staff (merchant_id, user_id)
    on delete cascade
);
create index api_keys_of_merchant on api_keys (merchant_id, id);
create index api_keys_of_staff on api_keys (merchant_id, user_id);
create index api_keys_by_key on api_keys (made_with) where made_with is not null;
