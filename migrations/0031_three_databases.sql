-- no transaction

-- Jobs whose work on this database is done: a job of another database may run again (src/platform/jobs/across.ts).
create table if not exists applied_jobs (
  id uuid primary key,
  applied_at timestamptz not null default now()
);
create index if not exists applied_jobs_age on applied_jobs (applied_at);

-- `updated_at` of the account that name and address are copied from; null until they were. Of the customers that are
-- here, triggers have copied them.
alter table customers add column if not exists copied_at timestamptz default '-infinity';
alter table customers alter column copied_at drop default;
create index concurrently if not exists customers_to_name on customers (merchant_id, user_id) where copied_at is null;

-- What a shop searches its customers by, beside the copies, not in the table of accounts.
create index concurrently if not exists customers_search on customers
  using gin ((' ' || name_key || ' ' || email_key) gin_trgm_ops);

-- Foreign keys between identity and the shops. Merchants and accounts are never deleted; who writes has their ids from
-- a session, a key, or the statement before. The recount (test/upgrade/recount.ts) looks for rows without what they
-- refer to.
alter table customers drop constraint if exists customers_merchant_id_fkey;
alter table customers drop constraint if exists customers_user_id_fkey;
alter table products drop constraint if exists products_merchant_id_fkey;
alter table product_imports drop constraint if exists product_imports_merchant_id_fkey;
alter table carts drop constraint if exists carts_merchant_id_fkey;
alter table carts drop constraint if exists carts_user_id_fkey;
alter table webhook_subscriptions drop constraint if exists webhook_subscriptions_merchant_id_fkey;
alter table merchant_settings drop constraint if exists merchant_settings_merchant_id_fkey;
