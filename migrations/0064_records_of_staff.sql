-- What staff of a shop were told of somebody for whom they order: such a record shows this and nothing of any account.
alter table customers add column by_staff boolean not null default false, add column name text, add column email text;

-- A record that became an account's: its id leads on.
create table customer_aliases (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id)
);
create index customer_aliases_by_user on customer_aliases (user_id);
