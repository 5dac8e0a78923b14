-- no transaction
alter table orders validate constraint orders_source;
alter table orders validate constraint orders_expires;
create index concurrently if not exists orders_expiring on orders (expires_at)
  where status = 'pending' and expires_at is not null;
