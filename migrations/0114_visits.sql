-- Visits that storefronts count, per day of the shop and source: a visit adds a change, which a sweep adds up.
create table visit_changes (
  merchant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  day date not null,
  kind text not null,
  source text not null,
  constraint visit_changes_pkey primary key (merchant_id, id),
  constraint visit_changes_kind check (kind in ('visit', 'product', 'cart', 'checkout')),
  constraint visit_changes_source check (length(source) <= 50)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create table visit_days (
  merchant_id uuid not null,
  day date not null,
  source text not null,
  visits bigint not null default 0,
  product_views bigint not null default 0,
  carts bigint not null default 0,
  checkouts bigint not null default 0,
  constraint visit_days_pkey primary key (merchant_id, day, source),
  constraint visit_days_source check (length(source) <= 50)
);
