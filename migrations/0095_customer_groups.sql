-- Customers that a shop treats alike.
create table customer_groups (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint customer_groups_pkey primary key (merchant_id, id),
  constraint customer_groups_name unique (merchant_id, name_key)
);

create table customer_group_members (
  merchant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  constraint customer_group_members_pkey primary key (merchant_id, group_id, user_id),
  constraint customer_group_members_group foreign key (merchant_id, group_id)
    references customer_groups (merchant_id, id) on delete cascade,
  constraint customer_group_members_customer foreign key (merchant_id, user_id)
    references customers (merchant_id, user_id) on delete cascade
);
create index customer_group_members_by_user on customer_group_members (user_id, merchant_id);
