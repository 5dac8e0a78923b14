-- Statements of the bank that a shop has sent, and the credits in them.
create table bank_statements (
  merchant_id uuid not null,
  id uuid not null,
  -- Entries that are no payments of customers, by kind.
  skipped jsonb not null,
  actor_id uuid not null,
  created_at timestamptz not null,
  constraint bank_statements_pkey primary key (merchant_id, id)
);
create index bank_statements_by_time on bank_statements (created_at);

-- A credit once, in however many statements it stands.
create table bank_credits (
  merchant_id uuid not null,
  id uuid not null,
  -- What the bank knows it by.
  fingerprint bytea not null,
  booked_on date,
  amount_minor bigint not null,
  currency text not null,
  -- Null: the customer was erased.
  name text,
  text text,
  state text not null,
  reason text,
  order_id uuid,
  payment_id uuid,
  created_at timestamptz not null,
  recorded_at timestamptz,
  constraint bank_credits_pkey primary key (merchant_id, id),
  constraint bank_credits_once unique (merchant_id, fingerprint),
  constraint bank_credits_amount check (amount_minor > 0),
  constraint bank_credits_state check (state in ('recorded', 'proposed', 'unmatched')),
  constraint bank_credits_recorded check ((state = 'recorded') = (payment_id is not null and recorded_at is not null))
);
create index bank_credits_by_order on bank_credits (merchant_id, order_id) where order_id is not null;
create index bank_credits_by_time on bank_credits (created_at);

create table bank_statement_credits (
  merchant_id uuid not null,
  statement_id uuid not null,
  position integer not null,
  credit_id uuid not null,
  -- Another statement had it before.
  known boolean not null,
  constraint bank_statement_credits_pkey primary key (merchant_id, statement_id, position),
  constraint bank_statement_credits_statement foreign key (merchant_id, statement_id)
    references bank_statements (merchant_id, id) on delete cascade,
  constraint bank_statement_credits_credit foreign key (merchant_id, credit_id)
    references bank_credits (merchant_id, id) on delete cascade
);
create index bank_statement_credits_by_credit on bank_statement_credits (merchant_id, credit_id);

-- Which columns of a bank's CSV say what, as the shop said with the first file.
create table bank_statement_columns (
  merchant_id uuid not null,
  columns jsonb not null,
  used_at timestamptz not null,
  constraint bank_statement_columns_pkey primary key (merchant_id, columns)
);
