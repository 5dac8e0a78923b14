-- no transaction
-- Consecutive order numbers of a shop: how they are written, and those that wait to be given.
alter table merchant_settings add column if not exists order_number jsonb;

create table if not exists order_numbers (
  merchant_id uuid not null,
  number bigint not null,
  constraint order_numbers_pkey primary key (merchant_id, number)
);

-- Only numbers that begin like a day are of a day.
alter table orders
  drop constraint if exists orders_number_of_day,
  add constraint orders_number_of_day check (
    order_number !~ '^\d{6}-' or
    substr(order_number, 1, 7) in (to_char(created_at at time zone 'UTC' - interval '12 hours', 'YYMMDD-'),
                                   to_char(created_at at time zone 'UTC', 'YYMMDD-'),
                                   to_char(created_at at time zone 'UTC' + interval '14 hours', 'YYMMDD-'))) not valid;
alter table orders validate constraint orders_number_of_day;

create index concurrently if not exists orders_found_by_own_number on orders
  using gin (merchant_id, lower(order_number) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where order_number !~ '^\d{6}-';
