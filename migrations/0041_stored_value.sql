-- Gift cards and store credit: accounts whose value is an append-only ledger.

create table stored_value_accounts (
  merchant_id uuid not null,
  id uuid not null,
  kind text not null,
  currency text not null,
  -- Of store credit.
  user_id uuid,
  -- Of a gift card: the hash of its code, and the code itself, encrypted, until its mail is handed over.
  code_hash bytea,
  last_four text,
  sealed_code bytea,
  email text,
  note text,
  expires_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint stored_value_accounts_kind check (
    case kind when 'gift_card' then user_id is null and code_hash is not null and last_four is not null
              when 'store_credit' then user_id is not null and code_hash is null else false end)
);
create unique index gift_cards_by_code on stored_value_accounts (merchant_id, code_hash) where code_hash is not null;
create unique index store_credits_by_user on stored_value_accounts (merchant_id, user_id) where user_id is not null;
create index store_credits_of_user on stored_value_accounts (user_id) where user_id is not null;
create index gift_cards_newest on stored_value_accounts (merchant_id, id) where kind = 'gift_card';
create index stored_value_sealed on stored_value_accounts (merchant_id, id) where sealed_code is not null;

-- A ledger: each entry refers to the one before by its number and balance, so order and balance are rules of the
-- database. The service may not change or delete entries (service-role.sql).
create table stored_value_entries (
  merchant_id uuid not null,
  account_id uuid not null,
  number integer not null,
  kind text not null,
  origin text not null,
  amount_minor bigint not null,
  balance_before bigint not null,
  balance_after bigint not null,
  -- Payment, refund or adjustment: it has one entry of a kind and origin.
  cause_id uuid not null,
  payment_id uuid,
  order_id uuid,
  reason text,
  actor_id uuid,
  created_at timestamptz not null,
  previous_number integer generated always as (nullif(number - 1, 0)) stored,
  primary key (merchant_id, account_id, number),
  constraint stored_value_entries_balance_key unique (merchant_id, account_id, number, balance_after),
  constraint stored_value_entries_cause_key unique (merchant_id, cause_id, kind, origin),
  constraint stored_value_entries_previous foreign key (merchant_id, account_id, previous_number, balance_before)
    references stored_value_entries (merchant_id, account_id, number, balance_after),
  constraint stored_value_entries_number check (number > 0),
  constraint stored_value_entries_balance check (balance_after >= 0),
  constraint stored_value_entries_adds_up check (balance_after = balance_before + amount_minor),
  constraint stored_value_entries_first check (number > 1 or balance_before = 0),
  constraint stored_value_entries_kind check (kind in ('issued', 'adjusted', 'paid', 'returned')),
  constraint stored_value_entries_origin check (origin in ('sold', 'granted', 'returned'))
);
create index stored_value_of_payment on stored_value_entries (merchant_id, payment_id) where payment_id is not null;
