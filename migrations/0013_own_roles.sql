-- A shop's own roles (docs/decisions/0072). The built-in ones are code (src/platform/lib/permissions.ts).
create table roles (
  merchant_id uuid not null references merchants on delete cascade,
  id uuid not null,
  name text not null,
  -- The name as it is compared, so that no two look the same.
  name_key text collate "C" not null,
  permissions text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint roles_name unique (merchant_id, name_key)
);

-- `role` is the name of a built-in role or the id of an own one. A release that knows no own roles refuses them
-- everything. The references keep a role that somebody has, or is invited to.
alter table staff
  drop constraint staff_role_check,
  add constraint staff_role_check check (
    role in ('owner', 'manager', 'viewer', 'warehouse', 'support')
    or role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  add column role_id uuid generated always as (case when role like '%-%' then role::uuid end) stored,
  add constraint staff_own_role foreign key (merchant_id, role_id) references roles (merchant_id, id);

alter table invitations
  drop constraint invitations_role_check,
  add constraint invitations_role_check check (
    role in ('owner', 'manager', 'viewer', 'warehouse', 'support')
    or role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  add column role_id uuid generated always as (case when role like '%-%' then role::uuid end) stored,
  add constraint invitations_own_role foreign key (merchant_id, role_id) references roles (merchant_id, id);
