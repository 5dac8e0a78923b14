-- What a shop was told of its customers: by their orders, by itself and by imports. `told`: the row has it; without,
-- which only the release before writes, the shop sees the account.
alter table customers
  add column told boolean not null default false,
  add column phone text,
  add column company text,
  add column vat_number text,
  -- Those that staff kept, and when: addresses of later orders are added to them.
  add column addresses jsonb not null default '[]',
  add column addresses_at timestamptz,
  add column tags text[] not null default '{}',
  add column note text,
  add column locale text,
  add column consent_at timestamptz,
  add column consent_source text,
  add column consent_withdrawn_at timestamptz,
  add column tax_exempt boolean not null default false,
  add column version integer not null default 1,
  -- The account has another e-mail address by now. The shop gets it with the next order.
  add column moved boolean not null default false;

-- The shop at which the change was asked for.
alter table pending_emails add column merchant_id uuid;
