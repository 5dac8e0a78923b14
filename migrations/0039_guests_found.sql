-- no transaction
alter table users validate constraint users_erased;
create index concurrently if not exists users_guests on users (guest_expires_at) where guest_expires_at is not null;
create index concurrently if not exists carts_of_guests on carts (user_id) where is_guest;
