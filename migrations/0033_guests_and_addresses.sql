-- People who buy without an account, and the addresses people keep.

-- A guest has neither address nor password until they register; then the same row is an account. `guest_expires_at` is
-- when the row is looked at to be erased: null of accounts, and of guests who are kept for their orders.
alter table users add column is_guest boolean not null default false, add column guest_expires_at timestamptz;
alter table users drop constraint users_erased;
alter table users add constraint users_erased
  check (case when is_guest then email_key is null else (deleted_at is null) = (email_key is not null) end) not valid;

-- Carts opened in a session of a guest, who is no customer of the shop before an order. It stays true afterwards.
alter table carts add column is_guest boolean not null default false;

create table addresses (
  user_id uuid not null references users,
  id uuid not null,
  is_default boolean not null default false,
  name text not null,
  company text,
  line1 text not null,
  line2 text,
  city text not null,
  region text,
  postal_code text,
  country text collate "C" not null check (country ~ '^[A-Z]{2}$'),
  phone text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
create unique index addresses_default on addresses (user_id) where is_default;
